// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.cyclecounter.tools.command.Progress;
import org.cyclecounter.tools.text.Formatted;
import org.jspecify.annotations.Nullable;

/**
 * Prints each row as soon as it is measured, and the rest once: at the end, or when the process is
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
  private final MeasureTable table;
  private final List<MeasuredOperation> measurements = new ArrayList<>();
  private @Nullable MeasureCounter counter;
  private Supplier<String> timer = () -> "";

  /** Names what the process does while no operation runs, for the sentence of an interruption. */
  private String state = "a counter was being selected";

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
    table = new MeasureTable(planned);
  }

  /**
   * Prints the table's head: the counter has been preferred, and the timer made.
   *
   * @param timerDescription asked for again at the end: a timer may be made anew in between
   */
  synchronized void ready(MeasureCounter preferred, Supplier<String> timerDescription) {
    if (!ended) {
      counter = preferred;
      timer = timerDescription;
      state = "no operation was running";
      if (!json) {
        print(table.head());
      }
    }
  }

  /** Notes that the next of the planned operations begins. */
  synchronized void begin() {
    if (!ended) {
      running = planned.get(measurements.size());
      runningSinceNs = System.nanoTime();
      progress.begin(running.name());
    }
  }

  /**
   * Prints the row, the failure and the warnings of the operation, which has ended.
   *
   * <p>A failure is printed to the error stream at once, and is in the JSON; the table has no row
   * for it.
   */
  synchronized void add(MeasuredOperation measurement) {
    if (ended) {
      return;
    }
    running = null;
    measurements.add(measurement);
    progress.clear();
    if (!measurement.failure().isEmpty()) {
      progress.print(measurement.failure());
    } else if (!json) {
      print(table.row(measurement));
    }
    if (!json) {
      String label = measurement.operation().label();
      measurement.warnings().forEach(warning -> progress.print(label + ": " + warning));
    }
    progress.end();
  }

  /**
   * Notes that all operations are measured once more, in turns.
   *
   * <p>The seconds are those of the runs alone; warm-ups and iterations come on top.
   */
  synchronized void beginTurns(int operations, int runs) {
    if (!ended) {
      state = "the operations were being measured in turns, and there is no page";
      progress.draw(
          Formatted.of(
              "In turns: %d runs each, about %.0f s", runs, operations * runs * targetSeconds));
    }
  }

  /** Returns false once the output is closed: there is nobody to print for. */
  boolean isReadable() {
    return !out.checkError();
  }

  /** Returns true if every operation was measured, and none failed. */
  boolean isAllMeasured() {
    return measurements.size() == planned.size()
        && measurements.stream().allMatch(measurement -> measurement.failure().isEmpty());
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
              running == null
                  ? state
                  : Formatted.of("%s had run for %.1f s", running.label(), runningSeconds()),
              measurements.size(),
              planned.size()));
      printRest(true);
    }
  }

  private double runningSeconds() {
    return (System.nanoTime() - runningSinceNs) / 1e9;
  }

  private void printRest(boolean isInterrupted) {
    if (json) {
      int next = measurements.size() + (running == null ? 0 : 1);
      print(
          List.of(
              MeasureJson.of(
                  counter,
                  timer.get(),
                  targetSeconds,
                  measurements,
                  isInterrupted,
                  running,
                  runningSeconds(),
                  planned.subList(next, planned.size()))));
    } else if (counter != null) {
      print(MeasureTable.foot(counter, measurements, timer.get()));
    }
  }

  private void print(List<String> lines) {
    lines.forEach(out::println);
    out.flush();
  }
}
