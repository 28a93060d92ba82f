// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.cyclecounter.bench.Interleaving;
import org.cyclecounter.bench.Interleaving.Outcome;
import org.cyclecounter.diagnostics.output.Json;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.tools.command.CommandStreams;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.command.RunOptions;
import org.jspecify.annotations.Nullable;

/**
 * Prints failures when they happen, and the rest once: at the end, or when the process is
 * interrupted before, which is why its methods are called by two threads. Whatever comes after the
 * rest is ignored.
 *
 * <p>Threads: the command's calls everything, the interruption's only {@link #interrupt}; whichever
 * of it and {@link #end} comes first prints the rest. The operation's own thread calls nothing
 * here. The output of the operations goes elsewhere: {@link MeasureCommand}.
 */
final class MeasureOutput implements Interleaving.Listener {

  private final PrintWriter out;
  private final Progress progress;
  private final RunOptions options;
  private final double targetSeconds;
  private final double limitSeconds;
  private final int runs;
  private final JvmOptions jvms;
  private final @Nullable Against against;
  private final List<Operation> planned;

  /** By index: an operation may be compared with itself, under the same name. */
  private final TreeMap<Integer, MeasuredOperation> latest = new TreeMap<>();

  /** Measured in turns with them, as the last; null if it is not. */
  private @Nullable MeasuredOperation reference;

  private @Nullable MeasureCounter counter;
  private Supplier<String> timer = () -> "";

  /** The index of the operation that is running; -1 for none. */
  private int running = -1;

  /** By System.nanoTime; meaningless while no operation is running. */
  private long runningSinceNs;

  private boolean ended;

  MeasureOutput(
      PrintWriter out,
      Progress progress,
      RunOptions options,
      double targetSeconds,
      double limitSeconds,
      int runs,
      JvmOptions jvms,
      @Nullable Against against,
      List<Operation> planned) {
    this.out = out;
    this.progress = progress;
    this.options = options;
    this.targetSeconds = targetSeconds;
    this.limitSeconds = limitSeconds;
    this.runs = runs;
    this.jvms = jvms;
    this.against = against;
    this.planned = planned;
  }

  /**
   * Notes that the counter has been preferred, and a timer made. The newest one counts, because an
   * abandoned operation keeps the one before.
   *
   * @param timerDescription asked for at the end
   */
  synchronized void ready(MeasureCounter preferred, Supplier<String> timerDescription) {
    if (!ended) {
      counter = preferred;
      timer = timerDescription;
    }
  }

  /** Notes what begins, and says so, except for the reference, for which nobody has asked. */
  @Override
  public synchronized void begins(int operation, int round) {
    if (!ended && operation < planned.size()) {
      running = operation;
      runningSinceNs = System.nanoTime();
      String name = planned.get(operation).name();
      if (round == 0) {
        progress.begin(name + jvms.suffix());
      } else {
        progress.draw(
            Formatted.of("In turns, run %d of %d: %s%s", round, runs, name, jvms.suffix()));
      }
    }
  }

  /**
   * Notes the outcome so far.
   *
   * <p>A failure is printed to the error stream at once, and is in the JSON; the table has no row
   * for it.
   */
  @Override
  public synchronized void has(int operation, Outcome outcome) {
    if (ended) {
      return;
    }
    running = -1;
    if (operation == planned.size()) {
      hasReference(Reference.OPERATION.measured(outcome, limitSeconds));
      return;
    }
    put(operation, planned.get(operation).measured(outcome, limitSeconds), outcome.failure());
  }

  /** Notes what a child has measured of an operation, which has said its failures itself. */
  synchronized void has(int operation, MeasuredOperation measured) {
    latest.put(operation, merged(measured));
  }

  /** Notes what the reference has cost so far. */
  synchronized void hasReference(MeasuredOperation measured) {
    reference = merged(measured);
  }

  private MeasuredOperation merged(MeasuredOperation measured) {
    return jvms.isChild() ? measured : SimilarWarnings.mergedIn(measured);
  }

  /** Notes what a child was running when it was interrupted, together with this process. */
  synchronized void wasRunning(int operation, double seconds) {
    running = operation;
    runningSinceNs = System.nanoTime() - (long) (seconds * 1e9);
  }

  private void put(int operation, MeasuredOperation measured, @Nullable Throwable failure) {
    boolean isFirst = !latest.containsKey(operation);
    has(operation, measured);
    if (isFirst) {
      progress.end();
    }
    if (!measured.isMeasured()) {
      StringWriter trace = new StringWriter();
      Throwable thrown = Operation.thrown(failure);
      if (thrown != null) {
        thrown.printStackTrace(new PrintWriter(trace));
      }
      options.say(measured.failure(), trace.toString().lines().toList(), progress);
    }
  }

  /** Returns the outcomes so far, in the order of the operations. */
  synchronized List<MeasuredOperation> measurements() {
    return List.copyOf(latest.values());
  }

  /** Returns true if no operation failed. */
  boolean isAllMeasured() {
    return measurements().stream().allMatch(MeasuredOperation::isMeasured);
  }

  /** Prints the rest. */
  synchronized void end() {
    if (!ended) {
      ended = true;
      progress.clear();
      printRest(false);
    }
  }

  /**
   * Prints what was running, and the rest.
   *
   * <p>Called while the operation still runs, perhaps for ever: nothing here waits for it.
   *
   * @return whether the operation ends the JVM, which is a failure of its own
   */
  synchronized boolean interrupt() {
    if (ended) {
      return false;
    }
    boolean isExit = running >= 0 && isExiting();
    if (isExit) {
      put(running, planned.get(running).exited(), null);
      running = -1;
    } else if (jvms.isChild()) {
      progress.clear(); // the parent says it, on that line
    } else {
      progress.say(
          Formatted.of(
              "Interrupted: %s; %d of %d had ended before.",
              state(), measurements().size(), planned.size()));
    }
    ended = true;
    printRest(true);
    return isExit;
  }

  /** Prints a line that is not the command's on the error stream. */
  void print(String line) {
    progress.print(line);
  }

  /** Returns whether the program itself ends the JVM, and not a signal: System.exit waits here. */
  private static boolean isExiting() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(
            frame ->
                frame.getClassName().equals("java.lang.Runtime")
                    && frame.getMethodName().equals("exit"));
  }

  private String state() {
    if (running < 0) {
      return counter == null ? "a counter was being selected" : "no operation was running";
    }
    return Formatted.of("%s had run for %.1f s", planned.get(running).label(), runningSeconds());
  }

  private double runningSeconds() {
    return (System.nanoTime() - runningSinceNs) / 1e9;
  }

  private void printRest(boolean isInterrupted) {
    List<MeasuredOperation> measurements = measurements();
    if (options.isJson()) {
      Map<String, @Nullable Object> document =
          MeasureJson.setup(counter, timer.get(), targetSeconds, jvms.count());
      document.put("results", measurements.stream().map(this::result).toList());
      document.put("reference", reference == null ? null : MeasureJson.result(reference));
      document.put("interrupted", isInterrupted);
      document.put(
          "running",
          running < 0 ? null : MeasureJson.running(planned.get(running), runningSeconds()));
      document.put(
          "notMeasured",
          IntStream.range(0, planned.size())
              .filter(i -> !latest.containsKey(i) && i != running)
              .mapToObj(i -> MeasureJson.planned(planned.get(i)))
              .toList());
      CommandStreams.print(out, List.of(Json.document("measure-1", document)));
    } else if (counter != null && measurements.stream().anyMatch(MeasuredOperation::isMeasured)) {
      CommandStreams.print(out, MeasureTable.of(measurements));
      for (MeasuredOperation measurement : measurements) {
        String label = measurement.label();
        measurement.warnings().forEach(warning -> progress.say(label + ": " + warning));
      }
      CommandStreams.print(out, MeasureTable.foot(counter, measurements, timer.get()));
      if (against != null) {
        CommandStreams.print(out, against.table(measurements, reference));
      }
    }
  }

  private Map<String, @Nullable Object> result(MeasuredOperation measurement) {
    Map<String, @Nullable Object> result = MeasureJson.result(measurement);
    if (against != null) {
      result.put("against", against.json(measurement, reference));
    }
    return result;
  }
}
