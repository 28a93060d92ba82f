// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.trace;

import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.cyclecounter.tools.command.CommandFailure;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.output.TextTable;
import org.cyclecounter.trace.Baseline;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.Counting;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Counts the instructions of operations, each in a child JVM, and compares them with a baseline.
 * Status 1 if instructions cannot be counted here, an operation cannot, or one differs from the
 * baseline.
 */
@Command(
    name = "instructions",
    description = "Count the instructions that operations execute, exactly and without a PMU.")
public final class InstructionsCommand extends TraceCommand {

  @Parameters(
      paramLabel = "CLASS",
      arity = "1..*",
      description =
          "A class that implements Callable and has a public constructor without parameters.")
  List<String> operations = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "Compare with the counts in this file; java -Dorg.cyclecounter.baseline=write writes it,"
              + " =strict makes a count that it lacks a difference.")
  String baseline = "";

  @Option(
      names = "--lines",
      paramLabel = "N",
      description = "Print the N lines of code with the most instructions; default 5.")
  int lines = 5;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "Runs before an operation is counted; default 20000.")
  int warmUp = Counting.WARM_UP;

  /** Creates a command with the limit of a count. */
  public InstructionsCommand() {
    super(Counting.LIMIT);
  }

  @Override
  protected int run() {
    checkRange("--lines", lines, 0, Integer.MAX_VALUE);
    checkRange("--warm-up", warmUp, 0, Integer.MAX_VALUE);
    Duration limit = limit();
    Baseline known = known();
    String obstacle = Counting.obstacle();
    if (!obstacle.isEmpty()) {
      throw new CommandFailure(obstacle);
    }
    Progress progress = options.progress(System.err, operations.size());
    List<CountedOperation> all = new ArrayList<>();
    for (String operation : operations) {
      CountedOperation counted = counted(operation, known, limit, progress);
      all.add(counted);
      if (!options.isJson()) {
        print(counted.text(lines));
      }
    }
    print(options.isJson() ? List.of(CountedOperation.json(all)) : conditions(all));
    return all.stream().allMatch(counted -> counted.problem().isEmpty()) ? 0 : 1;
  }

  private @Nullable Baseline known() {
    try {
      return baseline.isEmpty() ? null : Baseline.of(Path.of(baseline));
    } catch (InvalidPathException e) {
      throw bad(spec, "--baseline '%s' is not a path.", baseline);
    }
  }

  private CountedOperation counted(
      String operation, @Nullable Baseline known, Duration limit, Progress progress) {
    progress.begin(operation);
    try {
      IntConsumer drawing = drawing(progress, "single steps");
      Counting counting = new Counting(operation, options.classPath(), warmUp, limit, drawing);
      InstructionCount count = counting.count();
      String difference = known == null ? "" : known.compare(operation, count).orElse("");
      return new CountedOperation(operation, count, difference);
    } catch (CountFailure e) {
      return new CountedOperation(operation, null, String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()));
    } finally {
      progress.end(); // or else a failure's sentence would stand behind it
    }
  }

  private static List<String> conditions(List<CountedOperation> all) {
    return all.stream()
        .map(CountedOperation::count)
        .filter(Objects::nonNull)
        .findFirst()
        .map(count -> TextTable.paragraph(count.conditions(), 0))
        .orElse(List.of());
  }
}
