// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.jspecify.annotations.Nullable;

/**
 * Measures the cost that an open perf event adds to a context switch. Two threads hand each other
 * the turn (park and unpark, which are futexes on Linux): without an event, with one open in each
 * thread, and without again, round by round in one run. The kernel takes the event of the thread
 * that leaves off its core's PMU and puts that of the next thread on; nothing is read while the
 * turns are timed.
 *
 * <p>Run by {@code itest/jmh/contextswitch}, on one core, so that each handoff is one switch from
 * the one thread to the other.
 */
public final class ContextSwitches {

  private static final List<String> COUNTERS =
      List.of(
          "default-perfevent",
          "amd64-pmc",
          "amd64-perfpmc",
          "amd64-perfpmcff",
          "arm64-perfpmc",
          "riscv64-perfrdcycle",
          "riscv32-perfrdcycle");

  private static final String CANNOT = "what an event adds cannot be measured here: ";
  private static final int HANDOFFS = 4000;
  private static final int NOT_TIMED = 500;
  private static final int WARM_UP = 5;

  private ContextSwitches() {}

  /**
   * Measures.
   *
   * @param arguments the counter and the number of rounds, both optional
   */
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  /** The exit status: 0, 1 where there is nothing to measure here, 2 for arguments. */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    String name = arguments.length == 0 ? COUNTERS.get(0) : arguments[0];
    int rounds;
    try {
      rounds = arguments.length < 2 ? 11 : Integer.parseInt(arguments[1]);
    } catch (NumberFormatException e) {
      rounds = 0;
    }
    if (!COUNTERS.contains(name)) {
      return fail(err, 2, "'" + name + "' opens no perf event; use one of " + COUNTERS);
    }
    if (rounds < 1 || arguments.length > 2) {
      String what = arguments[arguments.length > 2 ? 2 : 1];
      return fail(err, 2, "'" + what + "' is no number of rounds; use 1 or more, such as 11");
    }
    try (Selected selected =
        CycleCounterSelector.builder().quiet().include(name).build().select()) {
      if (!selected.counter().implementation().equals(name)) {
        return fail(err, 1, CANNOT + name + ": " + why(selected, name));
      }
      out.println(name + ", Java " + Runtime.version().feature() + ", ns per context switch");
      Results results = measure(selected.counter(), rounds);
      if (!selected.counter().implementation().equals(name)) {
        return fail(err, 1, name + " was taken away meanwhile; nothing is known");
      }
      results.lines().forEach(out::println);
      return 0;
    } catch (IllegalStateException e) {
      return fail(err, 1, CANNOT + e.getMessage());
    } catch (InterruptedException e) {
      return fail(err, 1, "interrupted");
    }
  }

  private static int fail(PrintStream err, int status, String sentence) {
    err.println("contextswitch: " + sentence);
    return status;
  }

  private static String why(Selected selected, String name) {
    return selected.report().counters().stream()
        .filter(counter -> counter.name().equals(name))
        .findFirst()
        .map(CounterReport::reason)
        .orElse("no provider here has it");
  }

  /** Nanoseconds per switch, one for each round. */
  record Results(double[] without, double[] with, double[] again) {

    List<String> lines() {
      return List.of(
          line("without an event", without),
          line("with one in each thread", with),
          line("without, again", again),
          String.format(
              Locale.ROOT,
              "%-24s %10.0f%n%-24s %s%n%-24s %s",
              "the event's, median",
              median(differences()),
              "with / without",
              range(ratios(with)),
              "again / without",
              range(ratios(again))));
    }

    private double[] differences() {
      return IntStream.range(0, with.length).mapToDouble(i -> with[i] - without[i]).toArray();
    }

    private double[] ratios(double[] numbers) {
      return IntStream.range(0, with.length).mapToDouble(i -> numbers[i] / without[i]).toArray();
    }

    private static String line(String name, double[] numbers) {
      return String.format(Locale.ROOT, "%-24s %10.0f", name, median(numbers));
    }

    private static String range(double[] numbers) {
      double[] sorted = numbers.clone();
      Arrays.sort(sorted);
      return String.format(
          Locale.ROOT,
          "%10.3f (%.3f to %.3f)",
          median(numbers),
          sorted[0],
          sorted[sorted.length - 1]);
    }
  }

  /** Returns the middle one, or the mean of the two in the middle. */
  public static double median(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  static Results measure(CycleCounter counter, int rounds) throws InterruptedException {
    for (int i = 0; i < WARM_UP; i++) {
      new Pair(null).play();
    }
    Results results = new Results(new double[rounds], new double[rounds], new double[rounds]);
    for (int i = 0; i < rounds; i++) {
      results.without()[i] = new Pair(null).play();
      results.with()[i] = new Pair(counter).play();
      results.again()[i] = new Pair(null).play();
    }
    return results;
  }

  /** Two threads that are made for it, so that neither has an event of an earlier round. */
  private static final class Pair {
    private final @Nullable CycleCounter counter;
    private final Thread[] threads = new Thread[2];
    private final AtomicReference<@Nullable RuntimeException> failed = new AtomicReference<>();
    private volatile int turn;
    private volatile long elapsedNs;

    Pair(@Nullable CycleCounter counter) {
      this.counter = counter;
    }

    double play() throws InterruptedException {
      for (int i = 0; i < 2; i++) {
        int me = i;
        threads[i] = new Thread(() -> player(me), "turns-" + i);
      }
      for (Thread thread : threads) {
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      RuntimeException problem = failed.get();
      if (problem != null) {
        throw problem;
      }
      return elapsedNs / (2.0 * HANDOFFS);
    }

    private void player(int me) {
      // A thread that fails goes on handing over, or the other would wait for it without end.
      long before = read();
      long startNs = 0;
      for (int i = 0; i < NOT_TIMED + HANDOFFS; i++) {
        if (me == 0 && i == NOT_TIMED) {
          startNs = System.nanoTime();
        }
        while (turn != me) {
          LockSupport.park(this);
        }
        turn = 1 - me;
        LockSupport.unpark(threads[1 - me]);
      }
      if (me == 0) {
        elapsedNs = System.nanoTime() - startNs;
      }
      long after = read();
      if (counter != null && after <= before && failed.get() == null) {
        String went = counter.implementation() + " went from " + before + " to " + after;
        failed.set(
            new IllegalStateException(went + " while its thread ran: its event did not count"));
      }
    }

    /** Opens the thread's event, the first time. */
    private long read() {
      try {
        return counter == null ? 0 : counter.cycles();
      } catch (RuntimeException e) {
        failed.compareAndSet(null, new IllegalStateException(e.getMessage(), e));
        return 0;
      }
    }
  }
}
