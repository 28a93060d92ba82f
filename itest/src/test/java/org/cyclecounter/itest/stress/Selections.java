// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;

/**
 * Makes thousands of selections in one JVM and compares the process's resources with those before.
 * Ends with status 1 if anything leaked or went wrong. Options:
 *
 * <ul>
 *   <li>{@code --selections N}: 10,000 unless given; {@code --seconds S}: ends earlier then
 *   <li>{@code --child-every K}: every K-th in a child JVM, the others natively; 20 unless given
 *   <li>{@code --isolation NAME}: {@code auto} for all of them, instead
 *   <li>{@code --include NAMES}: of these counters, with commas between; {@code all} for all;
 *       unless given the one that is selected first and default-perfevent
 *   <li>{@code --heap-touch BYTES}: with this amount of heap in use, such as {@code 8g}
 * </ul>
 */
public final class Selections {

  private static final int KIB = 1 << 10;

  private final Map<String, Integer> problems = new TreeMap<>();
  private final Map<Isolation, Integer> made = new EnumMap<>(Isolation.class);
  private final long childEvery;
  private final long hz;
  private final String[] include;

  /** Empty: as {@link #childEvery} has it. */
  private final Optional<Isolation> isolation;

  private Selections(Options options) {
    childEvery = options.number("child-every", 20);
    String name = options.text("isolation", "");
    isolation =
        name.isEmpty()
            ? Optional.empty()
            : Optional.of(Isolation.valueOf(name.toUpperCase(Locale.ROOT)));
    SelectionReport first = CycleCounterSelector.builder().build().select().report();
    hz = first.cyclesPerSecond();
    String names = options.text("include", first.implementation() + ",default-perfevent");
    include = names.equals("all") ? new String[0] : names.split(",");
  }

  /**
   * Runs.
   *
   * @param arguments the options
   * @throws Exception if /proc cannot be read
   */
  public static void main(String[] arguments) throws Exception {
    Options options =
        new Options(
            arguments,
            "selections",
            "seconds",
            "child-every",
            "isolation",
            "include",
            "heap-touch");
    Object heap = touch(options.number("heap-touch", 0));
    boolean good =
        new Selections(options)
            .run(options.number("selections", 10_000), options.number("seconds", 1L << 30));
    System.out.println("verdict: " + (good ? "good" : "BAD"));
    Reference.reachabilityFence(heap);
    System.exit(good ? 0 : 1);
  }

  private boolean run(long selections, long seconds) throws Exception {
    Honesty honesty = new Honesty();
    honesty.start();
    for (int i = 0; i < 2 * childEvery; i++) {
      select(i);
    }
    PthreadKeys.free(); // the first time loads a library, which takes one for itself
    int keys = PthreadKeys.free();
    ProcessState before = Comparison.before();
    made.clear();
    long startNs = System.nanoTime();
    ProcessState middle = null;
    for (long i = 0; i < selections && elapsed(startNs) < seconds; i++) {
      if (middle == null && (2 * i >= selections || 2 * elapsed(startNs) >= seconds)) {
        middle = ProcessState.now();
      }
      select(i);
    }
    long tookS = elapsed(startNs);
    Comparison comparison = Comparison.withNow(before, middle == null ? before : middle);
    System.out.printf(
        "selections: %s in %d s, of %s%n",
        made, tookS, include.length == 0 ? "all counters" : List.of(include));
    String dishonesty = honesty.end();
    if (!dishonesty.isEmpty()) {
      problems.merge(dishonesty, 1, Integer::sum);
    }
    System.out.println(comparison);
    int keysAfter = PthreadKeys.free();
    System.out.println("free pthread keys: " + keys + " before, " + keysAfter + " after");
    if (keysAfter < keys) {
      problems.merge("pthread keys are lost", 1, Integer::sum);
    }
    System.out.println("meanwhile: " + honesty);
    problems.forEach((what, times) -> System.out.println(times + " times WRONG: " + what));
    return comparison.leaks() == 0 && problems.isEmpty() && !made.isEmpty();
  }

  private static long elapsed(long startNs) {
    return (System.nanoTime() - startNs) / 1_000_000_000;
  }

  private void select(long number) {
    Isolation isolation =
        this.isolation.orElse(
            number % childEvery == childEvery - 1 ? Isolation.JVM : Isolation.NATIVE);
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
    String problem = problem(report);
    if (!problem.isEmpty()) {
      problems.merge(problem, 1, Integer::sum);
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

  private static Object touch(long bytes) {
    List<byte[]> touched = new ArrayList<>();
    for (long kib = 0; kib < bytes / KIB; kib += 64) {
      byte[] chunk = new byte[64 * KIB];
      for (int i = 0; i < chunk.length; i += 4 * KIB) {
        chunk[i] = 1;
      }
      touched.add(chunk);
    }
    return touched;
  }
}
