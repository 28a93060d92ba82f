// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintWriter;
import java.io.Writer;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.cli.Interruption;
import org.cyclecounter.tools.cli.SelectionOptions;
import org.cyclecounter.tools.cli.Subcommand;
import org.cyclecounter.tools.cli.Terminal;
import org.cyclecounter.tools.operations.Operation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Adds {@code measure} to the command line: what a method costs, in cycles and in time. */
@Command(
    name = "measure",
    description = "Measure methods of the class path, or a demonstration, in cycles and time.",
    mixinStandardHelpOptions = true)
public final class MeasureCommand implements Subcommand, Callable<Integer> {

  /** Warm-up, calibration and runs of an operation that ends take some seconds. */
  private static final double LIMIT_SECONDS = 60;

  private static final double LIMIT_FACTOR = 20;
  private static final int MAX_LIMIT_SECONDS = 1_000_000;

  @Spec CommandSpec spec;
  @Mixin SelectionOptions selection = new SelectionOptions();
  @Mixin PageOptions page = new PageOptions();

  @Mixin OperationOptions what = new OperationOptions();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Seconds that a measured run takes; default ${DEFAULT-VALUE}.")
  double seconds = 0.3;

  @Option(
      names = "--clock",
      paramLabel = "NAME",
      split = ",",
      description =
          "The clock: posix-thread-cputime (default), stdc-clock or monotonic; of a"
              + " comma-separated list the first that works.")
  List<String> clocks = new ArrayList<>();

  @Option(
      names = "--limit",
      paramLabel = "S",
      description =
          "Abandon an operation that has not ended after this many seconds and continue with"
              + " the next; default 60, or 20 times --seconds if that is more.")
  double limit;

  @Option(names = "--json", description = "Print everything as JSON.")
  boolean json;

  @Option(
      names = "--progress",
      negatable = true,
      description = "Show progress on the error stream; default: only if it is a terminal.")
  @Nullable Boolean progress;

  /** For {@link java.util.ServiceLoader}. */
  public MeasureCommand() {}

  @Override
  public Object command() {
    return this;
  }

  @Override
  public Integer call() throws InterruptedException {
    what.check();
    checkOptions();
    Optional<String> unwritable = page.check(json);
    if (unwritable.isPresent()) {
      return failed(unwritable.get());
    }
    URLClassLoader loader = what.loader();
    List<Operation> operations = what.operations(loader);
    boolean shown = progress == null ? Terminal.isErrorStream() : progress;
    MeasureOutput output =
        new MeasureOutput(
            page.isOutput() ? new PrintWriter(Writer.nullWriter()) : spec.commandLine().getOut(),
            new Progress(System.err, shown, operations.size()),
            json,
            seconds,
            operations);
    Interruption interruption = new Interruption("measure interrupted", output::interrupt);
    try {
      return measure(operations, loader, output);
    } catch (BenchException e) {
      return failed(String.valueOf(e.getMessage()));
    } finally {
      interruption.close();
    }
  }

  private int measure(List<Operation> operations, ClassLoader loader, MeasureOutput output)
      throws InterruptedException {
    Selected all = selection.select();
    int status = selection.status(all);
    if (status != 0) {
      return status;
    }
    MeasureCounter counter = MeasureCounter.of(selection, all);
    AtomicReference<@Nullable BenchTimer> timer = new AtomicReference<>();
    Supplier<Bench> benches =
        () -> {
          BenchTimer made = BenchTimer.create(clocks, counter.counter());
          timer.set(made);
          return Bench.create(made).targetSeconds(seconds);
        };
    try (OperationRunner measuring = new OperationRunner(benches, limit, loader)) {
      output.ready(counter, () -> Objects.requireNonNull(timer.get()).describe());
      List<MeasuredOperation> measurements = new ArrayList<>();
      for (Operation operation : operations) {
        if (!output.isReadable()) {
          return 1;
        }
        output.begin();
        measurements.add(measuring.of(operation));
        output.add(measurements.get(measurements.size() - 1));
      }
      Optional<String> problem =
          page.isWanted() ? page(counter, measurements, measuring, output) : Optional.empty();
      output.end();
      if (problem.isPresent()) {
        return failed(problem.get());
      }
    }
    return output.isAllMeasured() ? 0 : 1;
  }

  /** A sentence where there is no page. */
  private Optional<String> page(
      MeasureCounter counter,
      List<MeasuredOperation> measurements,
      OperationRunner measuring,
      MeasureOutput output)
      throws InterruptedException {
    List<Operation> measured = new ArrayList<>();
    for (MeasuredOperation one : measurements) {
      if (one.failure().isEmpty()) {
        measured.add(one.operation());
      }
    }
    OperationRunner.Turns compared = OperationRunner.Turns.failed("");
    if (!measured.isEmpty()) {
      output.beginTurns(measured.size(), page.runs);
      compared = measuring.inTurns(measured, page.runs);
    }
    return compared.failure().isEmpty()
        ? page.write(counter, seconds, measurements, compared)
        : Optional.of(compared.failure() + " There is no page.");
  }

  private int failed(String sentence) {
    spec.commandLine().getErr().println(sentence);
    return 1;
  }

  private void checkOptions() {
    if (!(seconds > 0 && seconds <= 3600)) {
      throw bad("--seconds must be more than 0 and at most 3600, not %s.", seconds);
    }
    if (spec.commandLine().getParseResult().hasMatchedOption("--limit")) {
      if (!(limit > seconds && limit <= MAX_LIMIT_SECONDS)) {
        throw bad(
            "--limit must be more than --seconds, which is %s, and at most %d, not %s.",
            OperationRunner.plain(seconds), MAX_LIMIT_SECONDS, limit);
      }
    } else {
      limit = Math.max(LIMIT_SECONDS, LIMIT_FACTOR * seconds);
    }
    for (String clock : clocks) {
      if (!BenchTimer.CLOCKS.contains(clock)) {
        throw bad(
            "Unknown clock '%s': available clocks: %s.",
            clock, String.join(", ", BenchTimer.CLOCKS));
      }
    }
  }

  private ParameterException bad(String format, Object... arguments) {
    return new ParameterException(
        spec.commandLine(), String.format(Locale.ROOT, format, arguments));
  }
}
