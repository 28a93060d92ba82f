// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.cyclecounter.instructions.baseline.BaselineComparison;
import org.cyclecounter.instructions.baseline.BaselineFile;
import org.cyclecounter.instructions.baseline.BaselineRow;
import org.cyclecounter.instructions.baseline.BaselineUse;
import org.cyclecounter.instructions.baseline.Difference;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.jspecify.annotations.Nullable;

/**
 * Counts in a text file, kept beside the tests: for each operation and its conditions its
 * instructions, and those of its lines of code; or one count of this process. For a file the system
 * property {@value #PROPERTY} decides what {@link #compare} does: {@code write} writes the count to
 * the file, {@code strict} makes a count that the file lacks a difference; otherwise it is a
 * warning of System.Logger. Immutable, and thread-safe within a process.
 *
 * @since 0.1.0
 */
public final class Baseline {

  private static final String PROPERTY = "org.cyclecounter.baseline";

  private final @Nullable Path file;

  /** Null for a file. */
  private final @Nullable InstructionCount base;

  private final double tolerancePercent;

  private Baseline(@Nullable Path file, @Nullable InstructionCount base, double tolerancePercent) {
    this.file = file;
    this.base = base;
    this.tolerancePercent = tolerancePercent;
  }

  /**
   * Names a baseline; nothing is read yet.
   *
   * @param file need not exist
   * @return the baseline
   */
  public static Baseline of(Path file) {
    return new Baseline(file, null, 0);
  }

  /**
   * Takes another count as the baseline of every name, such as that of the code that an operation
   * replaces. No file is read or written, and the system property is ignored.
   *
   * @param base its count, with any conditions
   * @return the baseline
   */
  public static Baseline of(InstructionCount base) {
    return new Baseline(null, base, 0);
  }

  /**
   * Lets counts differ.
   *
   * @param percent of the baseline's count, at least 0; 0 unless set
   * @return a baseline that finds no difference up to there, in either direction
   * @throws IllegalArgumentException if it is negative or no finite number
   */
  public Baseline tolerance(double percent) {
    if (!(percent >= 0 && percent <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException("The tolerance must be 0 or more, not " + percent);
    }
    return new Baseline(file, base, percent);
  }

  /**
   * Compares a count with the file's of the same name and conditions, or writes it; or with the one
   * count.
   *
   * @param name of the operation
   * @param count its count
   * @return the difference in one line of text, with the lines of code that changed most; that a
   *     count is not repeatable in fresh JVMs; empty if it is equal within the tolerance, was
   *     written, or is not in the file
   * @throws IllegalArgumentException if the name is empty, or the system property has another value
   * @throws UncheckedIOException if the file cannot be read or written, or is not a baseline
   */
  public Optional<String> compare(String name, InstructionCount count) {
    BaselineUse use = base == null ? BaselineUse.ofProperty() : BaselineUse.COMPARE;
    if (!count.isRepeatable()) {
      return Optional.of(SteppingSentences.ofUnequalRuns(name, count));
    }
    if (base != null) {
      return compare(name, count, base);
    }
    BaselineFile baseline = new BaselineFile(Objects.requireNonNull(file));
    BaselineRow row = BaselineRow.of(name, count);
    BaselineComparison compared = baseline.compare(row, use, tolerancePercent);
    if (!compared.isLacking()) {
      return Optional.ofNullable(compared.difference()).map(found -> found.sentence(name));
    }
    String lacking = baseline.lacks(name, row, "-D" + PROPERTY + "=write");
    if (use == BaselineUse.STRICT) {
      return Optional.of(lacking);
    }
    System.getLogger("org.cyclecounter.instructions").log(System.Logger.Level.WARNING, lacking);
    return Optional.empty();
  }

  private Optional<String> compare(String name, InstructionCount count, InstructionCount former) {
    if (!former.isRepeatable()) {
      return Optional.of(SteppingSentences.ofUnequalRuns("The baseline of " + name, former));
    }
    BaselineRow was = BaselineRow.of(name, former);
    BaselineRow row = BaselineRow.of(name, count);
    String conditions =
        was.conditions().equals(row.conditions())
            ? ""
            : row.conditionsBeside(was, "; counted with '%s', the baseline with '%s'");
    return Difference.of(was, row, tolerancePercent)
        .map(difference -> difference.sentence(name) + conditions);
  }
}
