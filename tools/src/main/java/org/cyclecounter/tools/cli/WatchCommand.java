// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.tools.command.SelectingCommand;
import org.cyclecounter.tools.watch.WatchedCounter;
import org.cyclecounter.tools.watch.WatchedRow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Shows each usable counter again and again. All are read on the command's one thread: migration
 * between processors affects all of them alike, and a counter of scope THREAD counts for the thread
 * that reads it.
 */
@Command(
    name = "watch",
    description =
        "Watch this machine's counters: differences of adjacent readings, rates, moves between"
            + " processors.")
final class WatchCommand extends SelectingCommand {

  /**
   * Each counter of a thread computes for 3 ms in an update, and a thousand slow reads take 1 ms.
   */
  private static final double MIN_SECONDS = 0.1;

  private static final int MAX_SECONDS = 3600;

  @Option(
      names = "--interval",
      paramLabel = "S",
      description = "Seconds between updates; default ${DEFAULT-VALUE}.")
  double interval = 1;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "Stop after this many updates; default: at Ctrl-C.")
  long count = Long.MAX_VALUE;

  @Override
  protected int run() throws InterruptedException {
    checkRange("--interval", interval, MIN_SECONDS, MAX_SECONDS);
    checkRange("--count", count, 1, Long.MAX_VALUE);
    WatchView view = new WatchView(out());
    // The line's end comes after the echo of Ctrl-C.
    onInterruption(
        () -> {
          view.end(System.lineSeparator());
          sayInterrupted();
        });
    try {
      view.say("Probing each counter ...");
      Selected all = select();
      checkUsable(all);
      List<WatchedCounter> counters = counters(all);
      onInterruption(() -> view.end(System.lineSeparator()));
      watch(counters, view);
      return 0;
    } finally {
      view.end("");
    }
  }

  /**
   * Opens each usable counter by a selection of its own, because a selection hands out its best one
   * only. One that does not work a second time, such as a PMU's that has been taken, is left out.
   */
  private List<WatchedCounter> counters(Selected all) {
    List<WatchedCounter> counters = new ArrayList<>();
    for (CounterReport report : all.report().counters()) {
      if (report.verdict() == Verdict.REJECTED) {
        continue;
      }
      Selected only = only(report.name());
      // Otherwise the last resort is read in its place.
      if (only.report().implementation().equals(report.name())) {
        counters.add(WatchedCounter.of(report.name(), only.counter()));
      }
    }
    return counters;
  }

  private void watch(List<WatchedCounter> counters, WatchView view) throws InterruptedException {
    long intervalNs = (long) (interval * 1e9);
    long startNs = System.nanoTime();
    for (long update = 1; update <= count && view.isReadable(); update++) {
      // By the plan, so that a late update delays none of those that follow.
      TimeUnit.NANOSECONDS.sleep(startNs + update * intervalNs - System.nanoTime());
      List<WatchedRow> rows = counters.stream().map(WatchedCounter::look).toList();
      view.update(rows, (System.nanoTime() - startNs) / 1e9);
    }
  }
}
