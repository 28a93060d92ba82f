// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.tools.command.BaseCommand;
import org.cyclecounter.tools.command.CommandFailure;
import org.cyclecounter.tools.text.Formatted;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.baseline.BaselineFile;
import org.cyclecounter.trace.baseline.BaselineRow;
import org.cyclecounter.trace.baseline.Difference;
import org.cyclecounter.trace.child.Obstacles;
import org.cyclecounter.trace.child.Target;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a baseline, and what they make of a count. */
final class BaselineOptions {

  private static final String PROPERTY = "org.cyclecounter.baseline";

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Compare with the counts in this file.")
  String file = "";

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

  private final List<String> missing = new ArrayList<>();

  /** Refuses bad input; takes the system property where no option says more. */
  void check() {
    String needing =
        isWriting ? "--write" : isStrict ? "--strict" : tolerance != null ? "--tolerance" : "";
    if (file.isEmpty() && !needing.isEmpty()) {
      throw bad("%s needs --baseline FILE.", needing);
    }
    if (isWriting && isStrict) {
      throw bad("--write and --strict exclude each other.");
    }
    if (tolerance != null && !(tolerance >= 0 && tolerance <= Double.MAX_VALUE)) {
      throw bad("--tolerance must be 0 or more, not %s.", tolerance);
    }
    if (!file.isEmpty()) {
      checkFile();
    }
    String mode = isWriting || isStrict ? "" : System.getProperty(PROPERTY, "");
    isWriting |= mode.equals("write");
    isStrict |= mode.equals("strict");
  }

  private void checkFile() {
    try {
      Path folder = Path.of(file).toAbsolutePath().getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        throw bad("--baseline '%s': there is no folder %s.", file, folder);
      }
      List<BaselineRow> unused = baseline().rows();
    } catch (InvalidPathException e) {
      throw bad("--baseline '%s' is not a path.", file);
    } catch (IOException e) {
      throw bad("%s", unusable(e));
    }
  }

  private RuntimeException bad(String format, Object... arguments) {
    return BaseCommand.bad(spec, format, arguments);
  }

  private BaselineFile baseline() {
    return new BaselineFile(Path.of(file));
  }

  private String unusable(IOException e) {
    return Formatted.of(
        "The baseline %s cannot be used: %s: %s",
        file, e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
  }

  /** Compares a count with the file's, or writes it. */
  CountedOperation compared(Target target, InstructionCount count) {
    CountedOperation counted = CountedOperation.of(target, count);
    if (!count.isRepeatable()) {
      return counted.with(Obstacles.ofUnequalRuns(target.name(), count));
    }
    if (file.isEmpty()) {
      return counted;
    }
    BaselineRow row = BaselineRow.of(target.name(), count);
    try {
      Optional<BaselineRow> known = baseline().find(row);
      if (isWriting) {
        baseline().put(row);
      }
      if (known.isPresent()) {
        Optional<Difference> difference =
            isWriting
                ? Optional.empty()
                : Difference.of(known.get(), row, tolerance == null ? 0 : tolerance);
        return counted.with(known.get().instructions(), difference);
      }
    } catch (IOException e) {
      throw new CommandFailure(unusable(e));
    }
    if (isStrict) {
      return counted.with(
          Formatted.of("%s has no count of %s with these conditions.", file, target.name()));
    }
    if (!isWriting) {
      missing.add(target.name());
    }
    return counted;
  }

  /** Returns a warning of counts that the file lacks; empty for none. */
  String warning() {
    return missing.isEmpty()
        ? ""
        : Formatted.of(
            "%s has no count of %s%s with these conditions: add what is missing with --write.",
            file,
            missing.get(0),
            missing.size() == 1 ? "" : " and " + (missing.size() - 1) + " more");
  }
}
