// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.baseline.BaselineComparison;
import org.cyclecounter.instructions.baseline.BaselineFile;
import org.cyclecounter.instructions.baseline.BaselineRow;
import org.cyclecounter.instructions.baseline.BaselineUse;
import org.cyclecounter.instructions.baseline.Difference;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.AllocatedBytes;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a baseline, by which counts are compared with it or written to it. */
final class BaselineOptions {

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Compare with the counts in this file.")
  @Nullable Path file;

  @Option(
      names = "--against",
      paramLabel = "BASE",
      description =
          "Compare with the counts of this JAR, or class path, which is counted here by turns; no"
              + " file.")
  @Nullable String against;

  @Option(
      names = "--write",
      description =
          "Write the counts to the file, in place of those of the same names and conditions.")
  boolean isWriting;

  @Option(names = "--strict", description = "A count that the file lacks is a difference.")
  boolean isStrict;

  @Option(
      names = "--tolerance",
      paramLabel = "PERCENT",
      description = "Percent of the baseline's count up to which a count is equal; default 0.")
  @Nullable Double tolerance;

  @Option(
      names = "--allow-fewer",
      description = "A count below the baseline's is a warning, not a difference.")
  boolean isFewerAllowed;

  @Option(
      names = "--no-bytes",
      description = "Leave out of the comparison, and of the file, the bytes that are allocated.")
  boolean isWithoutBytes;

  private BaselineUse use = BaselineUse.COMPARE;

  /** Null until {@link #check}, and without a file. */
  private @Nullable BaselineFile baseline;

  private final List<BaselineRow> lacking = new ArrayList<>();
  private final List<String> fewer = new ArrayList<>();

  /** The operations of equal counts, by a line whose byte code has changed. */
  private final Map<String, List<String>> changed = new LinkedHashMap<>();

  /** Refuses bad input; takes the system property where no option says more. */
  void check() {
    String needing =
        isWriting
            ? "--write"
            : isStrict
                ? "--strict"
                : tolerance != null ? "--tolerance" : isFewerAllowed ? "--allow-fewer" : "";
    if (against != null && (file != null || isWriting || isStrict)) {
      throw new BadUsage("--against has no file: leave out --baseline, --write and --strict.");
    }
    if (file == null && against == null && !needing.isEmpty()) {
      boolean isOfFile = isWriting || isStrict;
      throw new BadUsage("%s needs --baseline FILE%s.", needing, isOfFile ? "" : " or --against");
    }
    if (isWriting && isStrict) {
      throw new BadUsage("--write and --strict exclude each other.");
    }
    if (tolerance != null && !(tolerance >= 0 && tolerance <= Double.MAX_VALUE)) {
      throw new BadUsage("--tolerance must be 0 or more, not %s.", tolerance);
    }
    try {
      use =
          isWriting ? BaselineUse.WRITE : isStrict ? BaselineUse.STRICT : BaselineUse.ofProperty();
      if (file != null) {
        checkFile(file);
      }
    } catch (IllegalArgumentException | UncheckedIOException e) {
      String reason = String.valueOf(e.getMessage());
      throw new BadUsage(reason.endsWith(".") ? "%s" : "%s.", reason);
    }
  }

  private void checkFile(Path named) {
    Path folder = named.toAbsolutePath().getParent();
    if (named.toString().isEmpty()) {
      throw new BadUsage("--baseline needs the name of a file.");
    }
    if (folder != null && !Files.isDirectory(folder)) {
      throw new BadUsage("--baseline '%s': there is no folder %s.", named, folder);
    }
    BaselineFile read = new BaselineFile(named);
    List<BaselineRow> unused = read.rows();
    baseline = read;
    Path target = read.target().toAbsolutePath();
    folder = target.getParent();
    if (use == BaselineUse.WRITE && folder != null) {
      for (Path changed : List.of(folder, Files.exists(target) ? target : folder)) {
        if (!Files.isWritable(changed)) {
          throw new BadUsage("--baseline '%s': %s is read-only.", named, changed);
        }
      }
    }
  }

  /** Returns the name of what counts are compared with; empty for nothing. */
  String source() {
    return file != null ? file.toString() : against != null ? against : "";
  }

  /**
   * Compares a count with the file's, or writes it; or compares it with the base's.
   *
   * @param base null for none
   */
  CountedOperation compared(
      Target target, InstructionCount count, @Nullable InstructionCount base) {
    String problem =
        count.isRepeatable() ? "" : SteppingSentences.ofUnequalRuns(target.name(), count);
    if (problem.isEmpty() && base != null && !base.isRepeatable()) {
      problem = SteppingSentences.ofUnequalRuns("The base of " + target.name(), base);
    }
    BaselineFile kept = baseline;
    if (!problem.isEmpty() || kept == null && base == null) {
      return new CountedOperation(target, count, problem, null, null);
    }
    double percent = tolerance == null ? 0 : tolerance;
    try {
      BaselineRow counted = BaselineRow.of(target.name(), count);
      BaselineRow row = isWithoutBytes ? counted.withoutBytes() : counted;
      BaselineComparison compared =
          base == null
              ? Objects.requireNonNull(kept).compare(row, use, percent)
              : BaselineComparison.of(BaselineRow.of(target.name(), base), row, percent);
      if (kept != null && compared.isLacking()) {
        if (use == BaselineUse.STRICT) {
          problem = kept.lacks(target.name(), row, "--write");
        } else {
          lacking.add(row);
        }
      }
      if (!compared.changed().isEmpty()) {
        changed.computeIfAbsent(compared.changed(), line -> new ArrayList<>()).add(target.name());
      }
      BaselineRow was = compared.was();
      @Nullable Long before = was == null ? null : Long.valueOf(was.instructions());
      Difference difference = compared.difference();
      if (isFewerAllowed && difference != null && difference.isFewer()) {
        fewer.add(
            SteppingSentences.sentence(
                "%s has %d instructions, %d fewer%s than in the %s.",
                target.name(),
                difference.is(),
                difference.was() - difference.is(),
                difference.hasOtherBytes()
                    ? ", and allocates "
                        + AllocatedBytes.text(difference.wasBytes() - difference.isBytes())
                        + " bytes less,"
                    : "",
                base == null ? "file: write that with --write" : "base"));
        difference = null;
      }
      return new CountedOperation(target, count, problem, before, difference);
    } catch (UncheckedIOException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns warnings: of smaller counts, of equal ones of changed code, and one of those that the
   * file lacks.
   */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>(fewer);
    String end = against == null ? " changed: accept that with --write." : " changed.";
    changed.forEach(
        (line, names) ->
            warnings.add(names(names) + ": equal, though the byte code of " + line + end));
    if (baseline != null && !lacking.isEmpty()) {
      String names = names(lacking.stream().map(BaselineRow::name).toList());
      warnings.add(baseline.lacks(names, lacking.get(0), "--write"));
    }
    return warnings;
  }

  private static String names(List<String> names) {
    return names.get(0) + (names.size() == 1 ? "" : " and " + (names.size() - 1) + " more");
  }
}
