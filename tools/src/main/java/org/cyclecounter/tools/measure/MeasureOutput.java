// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintWriter;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.output.Json;
import org.cyclecounter.tools.page.MeasuredOperation;
import org.cyclecounter.tools.text.Formatted;
import org.jspecify.annotations.Nullable;

/**
 * Prints failures when they happen, and the rest once: at the end, or when the process is
 * interrupted before, which is why its methods are called by two threads. Whatever comes after the
 * rest is ignored.
 *
 * <p>Threads: the command's calls everything, the interruption's only {@link #interrupt}; whichever
 * of it and {@link #end} comes first prints the rest. The operation's own thread calls nothing
 * here. Output written by the operations goes elsewhere: {@link OperationRunner}.
 */
final class MeasureOutput {

  private final PrintWriter out;
  private final Progress progress;
  private final boolean json;
  private final double targetSeconds;
  private final List<Operation> planned;

  /** By identity: an operation may be compared with itself, under the same name. */
  private final IdentityHashMap<Operation, MeasuredOperation> latest = new IdentityHashMap<>();

  private @Nullable MeasureCounter counter;
  private Supplier<String> timer = () -> "";

  private @Nullable Operation running;

  /** By System.nanoTime; meaningless while no operation is running. */
  private long runningSinceNs;

  private boolean ended;

  MeasureOutput(
      PrintWriter out,
      Progress progress,
      boolean json,
      double targetSeconds,
      List<Operation> planned) {
    this.out = out;
    this.progress = progress;
    this.json = json;
    this.targetSeconds = targetSeconds;
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

  /** Notes that a planned operation is prepared, in round 0, or run for another round. */
  synchronized void begin(Operation operation, int round, int runs) {
    if (!ended) {
      running = operation;
      runningSinceNs = System.nanoTime();
      if (round == 0) {
        progress.begin(operation.name());
      } else {
        progress.draw(Formatted.of("In turns, run %d of %d: %s", round, runs, operation.name()));
      }
    }
  }

  /**
   * Notes all that is known of an operation.
   *
   * <p>A failure is printed to the error stream at once, and is in the JSON; the table has no row
   * for it.
   */
  synchronized void put(Operation operation, MeasuredOperation measurement) {
    if (ended) {
      return;
    }
    running = null;
    if (latest.put(operation, measurement) == null) {
      progress.end();
    }
    if (!measurement.isMeasured()) {
      progress.print(measurement.failure());
    }
  }

  /** Returns what is known, in the order of the operations. */
  synchronized List<MeasuredOperation> measurements() {
    return planned.stream().filter(latest::containsKey).map(latest::get).toList();
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
   */
  synchronized void interrupt() {
    if (!ended) {
      ended = true;
      progress.print(
          Formatted.of(
              "Interrupted: %s; %d of %d had ended before.",
              state(), measurements().size(), planned.size()));
      printRest(true);
    }
  }

  private String state() {
    if (running == null) {
      return counter == null ? "a counter was being selected" : "no operation was running";
    }
    return Formatted.of("%s had run for %.1f s", running.label(), runningSeconds());
  }

  private double runningSeconds() {
    return (System.nanoTime() - runningSinceNs) / 1e9;
  }

  private void printRest(boolean isInterrupted) {
    List<MeasuredOperation> measurements = measurements();
    if (json) {
      Map<String, @Nullable Object> document =
          MeasureJson.setup(counter, timer.get(), targetSeconds);
      document.put("results", measurements.stream().map(MeasureJson::result).toList());
      document.put("interrupted", isInterrupted);
      document.put(
          "running", running == null ? null : MeasureJson.running(running, runningSeconds()));
      document.put(
          "notMeasured",
          planned.stream()
              .filter(operation -> !latest.containsKey(operation) && !operation.equals(running))
              .map(MeasureJson::planned)
              .toList());
      print(List.of(Json.document("measure-1", document)));
    } else if (counter != null) {
      print(MeasureTable.of(measurements));
      for (MeasuredOperation measurement : measurements) {
        String label = measurement.label();
        measurement.warnings().forEach(warning -> progress.print(label + ": " + warning));
      }
      print(MeasureTable.foot(counter, measurements, timer.get()));
    }
  }

  private void print(List<String> lines) {
    lines.forEach(out::println);
    out.flush();
  }
}
