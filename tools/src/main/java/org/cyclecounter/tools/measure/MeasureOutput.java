// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@code measure} prints: each row as soon as it is measured, and the rest once, at the end or
 * where the process is interrupted before.
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
  private boolean isRunning;
  private boolean isInTurns;
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

  /** The counter has been preferred, and the timer made: prints the table's head. */
  synchronized void ready(MeasureCounter preferred, Supplier<String> timerDescription) {
    if (ended) {
      return;
    }
    counter = preferred;
    timer = timerDescription;
    if (!json) {
      print(table.head());
    }
  }

  /** The next of those that are planned begins. */
  synchronized void begin() {
    if (ended) {
      return;
    }
    isRunning = true;
    runningSinceNs = System.nanoTime();
    progress.begin(planned.get(measurements.size()).name());
  }

  /** It has ended: prints its row, its failure and its warnings. */
  synchronized void add(MeasuredOperation measurement) {
    if (ended) {
      return;
    }
    isRunning = false;
    measurements.add(measurement);
    progress.clear();
    if (!measurement.failure().isEmpty()) {
      progress.print(measurement.failure());
    } else if (!json) {
      print(table.row(measurement));
    }
    if (!json) {
      measurement
          .warnings()
          .forEach(warning -> progress.print(measurement.operation().label() + ": " + warning));
    }
    progress.end();
  }

  /** All of them are measured once more, in turns. */
  synchronized void beginTurns(int operations, int runs) {
    if (ended) {
      return;
    }
    isInTurns = true;
    progress.draw(
        String.format(
            Locale.ROOT,
            "In turns: %d runs each, about %.0f s",
            runs,
            operations * runs * targetSeconds));
  }

  /** Whether there is still somebody to print for. */
  boolean isReadable() {
    return !out.checkError();
  }

  /** Prints the rest. */
  synchronized void end() {
    if (!ended) {
      ended = true;
      progress.clear();
      printRest(false);
    }
  }

  /** Whether nothing failed. */
  boolean isAllMeasured() {
    return measurements.size() == planned.size()
        && measurements.stream().allMatch(measurement -> measurement.failure().isEmpty());
  }

  /** Prints the rest, and what was running. */
  synchronized void interrupt() {
    if (!ended) {
      ended = true;
      progress.print(interruption());
      printRest(true);
    }
  }

  private String interruption() {
    String what =
        isRunning
            ? String.format(
                Locale.ROOT,
                "%s had run for %.1f s",
                planned.get(measurements.size()).label(),
                runningSeconds())
            : counter == null
                ? "a counter was being selected"
                : isInTurns
                    ? "the operations were being measured in turns, and there is no page"
                    : "no operation was running";
    return String.format(
        Locale.ROOT,
        "Interrupted: %s; %d of %d had ended before.",
        what,
        measurements.size(),
        planned.size());
  }

  private double runningSeconds() {
    return (System.nanoTime() - runningSinceNs) / 1e9;
  }

  private void printRest(boolean isInterrupted) {
    MeasureCounter preferred = counter;
    if (json) {
      int done = measurements.size();
      Operation running = isRunning ? planned.get(done) : null;
      List<Operation> notMeasured = planned.subList(isRunning ? done + 1 : done, planned.size());
      print(
          List.of(
              MeasureJson.of(
                  preferred,
                  timer.get(),
                  targetSeconds,
                  measurements,
                  isInterrupted,
                  running,
                  runningSeconds(),
                  notMeasured)));
    } else if (preferred != null) {
      print(MeasureTable.foot(preferred, measurements, timer.get()));
    }
  }

  private void print(List<String> lines) {
    lines.forEach(out::println);
    out.flush();
  }
}
