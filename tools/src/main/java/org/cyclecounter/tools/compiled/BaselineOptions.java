// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.baseline.BaselineComparison;
import org.cyclecounter.instructions.baseline.BaselineFile;
import org.cyclecounter.instructions.baseline.BaselineRow;
import org.cyclecounter.instructions.baseline.BaselineUse;
import org.cyclecounter.instructions.baseline.Difference;
import org.cyclecounter.instructions.count.Target;
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
      names = "--write",
      description =
          "Write the counts to the file, in place of those of the same names and conditions.")
  boolean isWriting;

  @Option(names = "--strict", description = "A count that the file lacks is a difference.")
  boolean isStrict;

  @Option(
      names = "--tolerance",
      paramLabel = "PERCENT",
      description = "Percent of the file's count up to which a count is equal; default 0.")
  @Nullable Double tolerance;

  @Option(
      names = "--allow-fewer",
      description = "A count below the file's is a warning, not a difference.")
  boolean isFewerAllowed;

  private BaselineUse use = BaselineUse.COMPARE;

  /** Null until {@link #check}, and without a file. */
  private @Nullable BaselineFile baseline;

  private final List<BaselineRow> lacking = new ArrayList<>();
  private final List<String> fewer = new ArrayList<>();

  /** Refuses bad input; takes the system property where no option says more. */
  void check() {
    String needing =
        isWriting
            ? "--write"
            : isStrict
                ? "--strict"
                : tolerance != null ? "--tolerance" : isFewerAllowed ? "--allow-fewer" : "";
    if (file == null && !needing.isEmpty()) {
      throw new BadUsage("%s needs --baseline FILE.", needing);
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

  /** Compares a count with the file's, or writes it. */
  CountedOperation compared(Target target, InstructionCount count) {
    String problem =
        count.isRepeatable() ? "" : SteppingSentences.ofUnequalRuns(target.name(), count);
    if (!problem.isEmpty() || baseline == null) {
      return new CountedOperation(target, count, problem, null, null);
    }
    double percent = tolerance == null ? 0 : tolerance;
    try {
      BaselineRow row = BaselineRow.of(target.name(), count);
      BaselineComparison compared = baseline.compare(row, use, percent);
      if (compared.isLacking() && use == BaselineUse.STRICT) {
        problem = baseline.lacks(target.name(), row, "--write");
      } else if (compared.isLacking()) {
        lacking.add(row);
      }
      BaselineRow was = compared.was();
      @Nullable Long before = was == null ? null : Long.valueOf(was.instructions());
      Difference difference = compared.difference();
      if (isFewerAllowed && difference != null && difference.is() < difference.was()) {
        fewer.add(
            SteppingSentences.sentence(
                "%s has %d instructions, %d fewer than in the file: write that with --write.",
                target.name(), difference.is(), difference.was() - difference.is()));
        difference = null;
      }
      return new CountedOperation(target, count, problem, before, difference);
    } catch (UncheckedIOException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
  }

  /** Returns warnings: of smaller counts, and one of those that the file lacks. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>(fewer);
    if (baseline != null && !lacking.isEmpty()) {
      String further = lacking.size() == 1 ? "" : " and " + (lacking.size() - 1) + " more";
      BaselineRow first = lacking.get(0);
      warnings.add(baseline.lacks(first.name() + further, first, "--write"));
    }
    return warnings;
  }
}
