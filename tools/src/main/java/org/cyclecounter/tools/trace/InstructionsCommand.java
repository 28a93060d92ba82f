// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.trace;

import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.tools.command.CommandFailure;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.trace.Baseline;
import org.cyclecounter.trace.InstructionCount;
import org.cyclecounter.trace.child.CountFailure;
import org.cyclecounter.trace.child.CountPlan;
import org.cyclecounter.trace.child.Counting;
import org.cyclecounter.trace.child.Obstacles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Counts the instructions of operations, each in fresh JVMs, and compares them with a baseline.
 * Status 1 if instructions cannot be counted here, an operation cannot, one differs between the
 * JVMs, or from the baseline.
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
  int warmUp = CountPlan.WARM_UP;

  @Option(
      names = "--jvms",
      paramLabel = "N",
      description = "Fresh JVMs that have to agree on each count; default 2.")
  int jvms = CountPlan.JVMS;

  @Option(
      names = "--steps",
      description = "Step through each instruction; the count is the same and takes longer.")
  boolean isStepped;

  /** Creates a command with the limit of a count. */
  public InstructionsCommand() {
    super(CountPlan.LIMIT);
  }

  @Override
  protected int run() {
    checkRange("--lines", lines, 0, Integer.MAX_VALUE);
    checkRange("--warm-up", warmUp, 0, Integer.MAX_VALUE);
    checkRange("--jvms", jvms, 1, CountPlan.MAX_JVMS);
    Duration limit = limit();
    checkOperations(operations, Callable.class, options.loader());
    Baseline known = known();
    String obstacle = Counting.obstacle();
    if (!obstacle.isEmpty()) {
      throw new CommandFailure(obstacle);
    }
    Progress progress = progress(operations.size());
    CountedOutput output = new CountedOutput(out(), progress, options.isJson(), lines);
    onInterruption(output::interrupt);
    try {
      progress.ticking();
      for (String operation : operations) {
        output.begin(operation);
        try {
          output.put(counted(operation, known, limit, progress));
        } catch (CountFailure e) {
          output.put(new CountedOperation(operation, null, String.valueOf(e.getMessage())));
          say(e, progress);
        }
      }
      output.end();
    } finally {
      progress.clear(); // or else a failure's sentence would stand behind it
    }
    return output.isAllRight() ? 0 : 1;
  }

  private @Nullable Baseline known() {
    try {
      return baseline.isEmpty() ? null : Baseline.of(Path.of(baseline));
    } catch (InvalidPathException e) {
      throw bad(spec, "--baseline '%s' is not a path.", baseline);
    }
  }

  private CountedOperation counted(
      String operation, @Nullable Baseline known, Duration limit, Progress progress)
      throws CountFailure {
    CountPlan plan = new CountPlan(warmUp, jvms, isStepped, limit);
    InstructionCount count =
        new Counting(operation, options.classPath(), plan, progress::at).count();
    if (!count.isRepeatable()) {
      return new CountedOperation(operation, count, Obstacles.ofUnequalRuns(operation, count));
    }
    try {
      String difference = known == null ? "" : known.compare(operation, count).orElse("");
      return new CountedOperation(operation, count, difference);
    } catch (UncheckedIOException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
  }
}
