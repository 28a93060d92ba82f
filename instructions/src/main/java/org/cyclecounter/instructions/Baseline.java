// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.cyclecounter.instructions.baseline.BaselineComparison;
import org.cyclecounter.instructions.baseline.BaselineFile;
import org.cyclecounter.instructions.baseline.BaselineRow;
import org.cyclecounter.instructions.baseline.BaselineUse;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * Counts in a text file, kept beside the tests: for each operation and its conditions its
 * instructions, and those of its lines of code. The system property {@value #PROPERTY} decides what
 * {@link #compare} does: {@code write} writes the count to the file, {@code strict} makes a count
 * that the file lacks a difference; otherwise it is a warning of System.Logger. Immutable, and
 * thread-safe within a process.
 *
 * @since 0.1.0
 */
public final class Baseline {

  private static final String PROPERTY = "org.cyclecounter.baseline";

  private final Path file;
  private final double tolerancePercent;

  private Baseline(Path file, double tolerancePercent) {
    this.file = file;
    this.tolerancePercent = tolerancePercent;
  }

  /**
   * Names a baseline; nothing is read yet.
   *
   * @param file need not exist
   * @return the baseline
   */
  public static Baseline of(Path file) {
    return new Baseline(file, 0);
  }

  /**
   * Lets counts differ.
   *
   * @param percent of the count in the file, at least 0; 0 unless set
   * @return a baseline that finds no difference up to there, in either direction
   * @throws IllegalArgumentException if it is negative or no finite number
   */
  public Baseline tolerance(double percent) {
    if (!(percent >= 0 && percent <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException("The tolerance must be 0 or more, not " + percent);
    }
    return new Baseline(file, percent);
  }

  /**
   * Compares a count with the file's of the same name and conditions, or writes it.
   *
   * @param name of the operation
   * @param count its count
   * @return the difference in one line of text, with the lines of code that changed most; that the
   *     count is not repeatable in fresh JVMs; empty if it is equal within the tolerance, was
   *     written, or is not in the file
   * @throws IllegalArgumentException if the name is empty, or the system property has another value
   * @throws UncheckedIOException if the file cannot be read or written, or is not a baseline
   */
  public Optional<String> compare(String name, InstructionCount count) {
    BaselineUse use = BaselineUse.ofProperty();
    if (!count.isRepeatable()) {
      return Optional.of(SteppingSentences.ofUnequalRuns(name, count));
    }
    BaselineFile baseline = new BaselineFile(file);
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
}
