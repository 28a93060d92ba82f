// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.bench.Interleaving;
import org.cyclecounter.bench.Interleaving.Task;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.page.MeasurePage;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.CommandFailure;
import org.cyclecounter.tools.command.OutputFile;
import org.cyclecounter.tools.command.RunOptions;
import org.cyclecounter.tools.command.SelectingCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures what a method costs, in cycles and in time.
 *
 * <p>Order: bad input is refused first, before anything takes time; then the counter is selected,
 * which may take seconds; then all operations are measured in turns. Threads: the command's, one of
 * each operation, and at a signal the interruption's.
 */
@Command(
    name = "measure",
    description = "Measure methods of the class path, or a demonstration, in cycles and time.")
public final class MeasureCommand extends SelectingCommand {

  /** Warm-up, calibration and runs of an operation that ends take some seconds. */
  private static final double LIMIT_SECONDS = 60;

  /**
   * A measurement takes a warm-up, a few runs to find the iterations, and the run, each about as
   * long as the target or less: twenty times that is not an operation that is slow, but one that
   * does not end.
   */
  private static final double LIMIT_FACTOR = 20;

  private static final int MAX_LIMIT_SECONDS = 1_000_000;

  private static final int MAX_RUNS = 1000;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write medians, intervals, ratios and all runs as one HTML page, too, to FILE; - for the"
              + " standard output, instead of the table.")
  @Nullable String html;

  @Mixin OperationOptions target = new OperationOptions();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "Seconds that the runs of an operation take together; default ${DEFAULT-VALUE}.")
  double seconds = 0.3;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Runs of each operation, in turns; default ${DEFAULT-VALUE}; with fewer than 8 in a"
              + " single JVM there is no interval.")
  int runs = 9;

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
  @Nullable Double limit;

  private double limitSeconds;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description =
          "Compare with an earlier measurement, which --json has written to FILE: each operation is"
              + " the same, or differs by more than both intervals.")
  @Nullable String against;

  @Mixin RunOptions options = new RunOptions();

  @Mixin JvmOptions jvms = new JvmOptions();

  @Override
  protected int run() throws InterruptedException {
    target.check();
    checkOptions();
    OutputFile page = OutputFile.of("--html", html, options.isJson());
    // Never closed: an operation that was abandoned may still load classes, and the process ends
    // soon.
    URLClassLoader loader = options.loader();
    List<Operation> operations = jvms.wanted(target.operations(loader));
    MeasureOutput output =
        new MeasureOutput(
            page != null && page.isStandardOutput() ? new PrintWriter(Writer.nullWriter()) : out(),
            progress(operations.size()),
            options,
            seconds / runs,
            limitSeconds,
            runs,
            jvms,
            Against.read(against),
            operations);
    onInterruption(
        () -> {
          if (output.interrupt()) {
            Runtime.getRuntime().halt(1); // not the operation's status
          }
        });
    try {
      MeasureCounter counter = select(output);
      if (jvms.count() > 1) {
        measureInFreshJvms(operations, counter, output);
        finish(counter, output, page);
      } else {
        measureHere(operations, loader, counter, output, page);
      }
      return output.isAllMeasured() ? 0 : 1;
    } catch (BenchException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()));
    }
  }

  /** Selects the counter, and makes a timer, so that what cannot be had is said at once. */
  private MeasureCounter select(MeasureOutput output) {
    Selected all = jvms.preferred.isEmpty() ? select() : only(jvms.preferred.get(0));
    checkUsable(all);
    MeasureCounter counter =
        jvms.preferred.isEmpty()
            ? MeasureCounter.of(this, all)
            : MeasureCounter.ofParent(all, jvms.preferred);
    try (BenchTimer timer = BenchTimer.create(clocks, counter.counter())) {
      String description = timer.describe();
      output.ready(counter, () -> description);
    }
    return counter;
  }

  private void measureHere(
      List<Operation> operations,
      ClassLoader loader,
      MeasureCounter counter,
      MeasureOutput output,
      @Nullable OutputFile page)
      throws InterruptedException {
    Supplier<Bench> benches =
        () -> {
          BenchTimer newest = BenchTimer.create(clocks, counter.counter());
          output.ready(counter, newest::describe);
          return Bench.create(newest).targetSeconds(seconds / runs);
        };
    Duration limitOfEach = Duration.ofNanos((long) (limitSeconds * 1e9));
    PrintStream standard = System.out;
    try (Interleaving turns = new Interleaving(benches, limitOfEach, output)) {
      // Hazard: operations print to System.out, which is the JSON's or the table's here.
      System.setOut(System.err);
      List<Task> tasks = new ArrayList<>();
      operations.forEach(each -> tasks.add(each.task(loader)));
      if (hasReference()) {
        tasks.add(Reference.OPERATION.task(loader));
      }
      turns.measure(tasks, runs, seconds);
      finish(counter, output, page);
      if (!turns.isAnyRunning()) {
        System.setOut(standard);
      }
    }
  }

  /** Returns whether this measurement, or a later one, is compared with another. */
  private boolean hasReference() {
    return jvms.isChild() ? jvms.hasReference : options.isJson() || against != null;
  }

  /** Has children measure, each its part of the runs, one after another. */
  private void measureInFreshJvms(
      List<Operation> operations, MeasureCounter counter, MeasureOutput output)
      throws InterruptedException {
    int count = jvms.count();
    int runsOfEach = (runs + count - 1) / count;
    List<String> arguments = new ArrayList<>();
    arguments.add("--runs=" + runsOfEach);
    arguments.add("--seconds=" + seconds / runs * runsOfEach);
    arguments.add("--limit=" + limitSeconds);
    arguments.add(isProgressShown() ? "--progress" : "--no-progress");
    arguments.add("--json");
    if (hasReference()) {
      arguments.add(JvmOptions.REFERENCE);
    }
    if (counter() == null && !counter.counter().isBest()) {
      List<String> names = new ArrayList<>(List.of(counter.name()));
      names.addAll(counter.counter().successors());
      arguments.add(JvmOptions.PREFERRED + "=" + String.join(",", names));
    }
    FreshJvms children =
        new FreshJvms(
            Objects.requireNonNull(JvmCommand.launcher()),
            spec.commandLine().getParseResult(),
            arguments,
            operations,
            output);
    onInterruption(children::interrupt);
    children.measure(count);
  }

  private void finish(MeasureCounter counter, MeasureOutput output, @Nullable OutputFile page) {
    try {
      if (page != null) {
        page.write(page(counter, output.measurements()).html(), out());
      }
    } finally {
      output.end();
    }
  }

  /** Makes the page of all operations; of nothing but failures, too. */
  private MeasurePage page(MeasureCounter counter, List<MeasuredOperation> operations) {
    return new MeasurePage(
        counter.report().version(),
        counter.name() + ", " + counter.counted(),
        counter.isUnscaled(),
        seconds / runs,
        operations,
        MachineFacts.read());
  }

  private void checkOptions() {
    // Written so that NaN is refused.
    if (!(seconds > 0 && seconds <= 3600)) {
      throw new BadUsage("--seconds must be more than 0 and at most 3600, not %s.", seconds);
    }
    limitSeconds = limit == null ? Math.max(LIMIT_SECONDS, LIMIT_FACTOR * seconds) : limit;
    if (!(limitSeconds >= seconds && limitSeconds <= MAX_LIMIT_SECONDS)) { // NaN is in none
      throw new BadUsage(
          "--limit must be from %s (--seconds) to %s, not %s.",
          seconds, MAX_LIMIT_SECONDS, limitSeconds);
    }
    checkRange("--runs", runs, 1, MAX_RUNS);
    checkJvms();
    try {
      clocks = clocks.isEmpty() ? BenchTimer.configuredClocks() : clocks;
      BenchTimer.configuredCycles(); // a wrong configuration is bad input, too
    } catch (IllegalArgumentException e) {
      throw new BadUsage("%s", e.getMessage());
    }
    for (String clock : clocks) {
      if (!BenchTimer.CLOCKS.contains(clock)) {
        throw new BadUsage(
            "Unknown clock '%s': available clocks: %s.",
            clock, String.join(", ", BenchTimer.CLOCKS));
      }
    }
  }

  private void checkJvms() {
    boolean isHere = JvmCommand.launcher() == null;
    if (jvms.jvms == null) {
      jvms.jvms = isHere || runs == 1 ? 1 : jvms.count();
    }
    checkRange("--jvms", jvms.jvms, 1, JvmOptions.MAX_JVMS);
    if (jvms.jvms > 1 && isHere) {
      throw new BadUsage(
          "--jvms %d needs Java's launcher, bin/java, which is not here: give --jvms 1.",
          jvms.jvms);
    }
  }
}
