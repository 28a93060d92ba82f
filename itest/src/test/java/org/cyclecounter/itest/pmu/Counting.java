// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import static org.cyclecounter.itest.pmu.Together.onAll;
import static org.cyclecounter.itest.pmu.Together.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.cyclecounter.itest.machines.Selection.Way;
import org.cyclecounter.itest.pmu.Together.Task;

/**
 * Counts on a simulated PMU that others use, too, and prints each thread's count beside its true
 * one. The arguments: how to select, the counter in question, the simulator's control file, and
 * what to do.
 *
 * <p>The selection is made while traps cost nothing ({@link SimulatedPmu#DETERMINISTIC}); after it,
 * a command makes the PMU count the threads' whole CPU time.
 */
public final class Counting {

  /** The CPU time that a thread counts: its bounds are some 0.1 % of this apart. */
  static final long WORK_NS = 40_000_000;

  private static PmuControl pmu;
  private static String name;

  private Counting() {}

  public static void main(String[] arguments) throws Exception {
    Way how = Way.valueOf(arguments[0]);
    name = arguments[1];
    pmu = new PmuControl(Path.of(arguments[2]));
    TakenPmu taken = new TakenPmu(name, pmu);
    Selected selected = Selected.by(how, name);
    selected.state("selection", name);
    pmu.command("discount=0");
    for (int i = 3; i < arguments.length; i++) {
      String[] what = arguments[i].split(":", 2);
      switch (what[0]) {
        case "threads" -> threads(selected, Integer.parseInt(what[1]));
        case "command" -> pmu.command(what[1]);
        case "taken" -> taken.times(selected, Integer.parseInt(what[1]), true);
        case "unread" -> taken.times(selected, Integer.parseInt(what[1]), false);
        case "again" -> again(what[1]);
        case "beside" -> beside(selected, what[1]);
        default -> throw new IllegalArgumentException(arguments[i]);
      }
    }
    System.out.println("end: yes");
  }

  /** So many threads at once, each one's own count. */
  private static void threads(Selected selected, int threads) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    String stage = threads + (threads == 1 ? " thread" : " threads");
    report(stage, onAll(pool, threads, number -> count(selected, name)));
    selected.state(stage, name);
    pool.shutdown();
  }

  /** On the calling thread, for {@link #WORK_NS}. */
  static OwnCount count(Selected selected, String counter) {
    OwnCount own = selected.count(counter);
    own.work(WORK_NS);
    own.endPart();
    return own;
  }

  /** After a command, a later selection in the same process. */
  private static void again(String command) throws Exception {
    pmu.command(command);
    Selected later = pmu.select(name);
    later.state("selection after " + command, name);
    if (later.is(name)) {
      threads(later, 2);
    }
  }

  /** One thread counts by this counter and by another. */
  private static void beside(Selected selected, String other) throws Exception {
    Selected second = pmu.select(other);
    ExecutorService pool = Executors.newFixedThreadPool(1);
    List<OwnCount> own = new ArrayList<>();
    Task task =
        number -> {
          OwnCount here = selected.count(name);
          OwnCount there = second.count(other);
          for (int i = 0; i < 4; i++) {
            here.work(WORK_NS / 4);
            there.work(WORK_NS / 4);
          }
          here.endPart();
          there.endPart();
          own.add(here);
          own.add(there);
          return here;
        };
    onAll(pool, 1, task);
    report(name, own.subList(0, 1));
    selected.state(name, name);
    report(other, own.subList(1, 2));
    second.state(other, other);
    pool.shutdown();
  }
}
