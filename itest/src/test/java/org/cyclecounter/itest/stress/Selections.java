// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;

/**
 * Makes thousands of selections in one JVM and compares the process's resources with those before,
 * beside a thread that needs the JVM's signal handlers. Ends with status 1 if anything leaked or
 * went wrong.
 */
public final class Selections {

  private final Map<String, Integer> problems = new TreeMap<>();
  private final Map<Isolation, Integer> made = new EnumMap<>(Isolation.class);
  private final int childEvery;
  private final long hz;
  private final String[] include;

  private Selections(int childEvery) {
    this.childEvery = childEvery;
    SelectionReport first = CycleCounterSelector.builder().build().select().report();
    hz = first.cyclesPerSecond();
    include =
        childEvery == 0
            ? new String[0]
            : new String[] {first.implementation(), "default-perfevent"};
  }

  /**
   * Runs.
   *
   * @param arguments how many selections there are, and the how manieth each time is made in a
   *     child JVM, the others being made natively, all of two counters; 0 for all counters, each
   *     isolated as it needs
   * @throws Exception if /proc cannot be read
   */
  public static void main(String[] arguments) throws Exception {
    boolean good =
        new Selections(Integer.parseInt(arguments[1])).run(Integer.parseInt(arguments[0]));
    System.out.println("verdict: " + (good ? "good" : "BAD"));
    System.exit(good ? 0 : 1);
  }

  private boolean run(int selections) throws Exception {
    Honesty honesty = new Honesty();
    honesty.start();
    select(0, 2 * Math.max(1, childEvery));
    made.clear();
    ProcessState before = ProcessState.first();
    select(0, selections / 2);
    ProcessState middle = ProcessState.now();
    select(selections / 2, selections);
    List<String> leaks = ProcessState.leaks(before, middle);
    System.out.println("selections: " + made);
    leaks.forEach(leak -> System.out.println("LEAK: " + leak));
    problems.merge(honesty.end(), 1, Integer::sum);
    problems.remove("");
    problems.forEach((what, times) -> System.out.println(times + " times WRONG: " + what));
    return leaks.isEmpty() && problems.isEmpty();
  }

  private void select(int from, int to) {
    for (int number = from; number < to; number++) {
      Isolation isolation =
          childEvery == 0
              ? Isolation.AUTO
              : number % childEvery == childEvery - 1 ? Isolation.JVM : Isolation.NATIVE;
      SelectionReport report =
          CycleCounterSelector.builder()
              .quiet()
              .include(include)
              .cyclesPerSecond(hz)
              .isolation(isolation)
              .build()
              .select()
              .report();
      made.merge(isolation, 1, Integer::sum);
      problems.merge(problem(report), 1, Integer::sum);
    }
  }

  /** Returns a fault in a report; empty if there is none. */
  private static String problem(SelectionReport report) {
    List<String> selected =
        report.counters().stream()
            .filter(counter -> counter.verdict() == Verdict.SELECTED)
            .map(CounterReport::name)
            .toList();
    if (!selected.equals(List.of(report.implementation()))) {
      return "selected " + selected + ", in use " + report.implementation();
    }
    return report.counters().stream().anyMatch(counter -> counter.reason().isBlank())
        ? "a counter without a reason"
        : "";
  }
}
