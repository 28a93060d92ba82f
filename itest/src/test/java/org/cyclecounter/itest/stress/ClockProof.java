// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.clock.CycleClock;
import org.cyclecounter.selector.CpuCycles;

/**
 * Reads the counter between two readings of {@link System#nanoTime}, converts it, and checks that
 * the time is between them, apart from the bound; and that {@link CycleClock#nanos} never falls. A
 * million readings are kept and converted again at the end. Ends with status 1 if anything was
 * wrong. Options:
 *
 * <ul>
 *   <li>{@code --seconds S}: 60 unless given
 *   <li>{@code --threads N}: 2 unless given
 *   <li>{@code --busy N}: threads that compute beside them, 0 unless given
 *   <li>{@code --median NS}, {@code --most NS}: the limits of the bound's median and its 99 %, 150
 *       and 500 unless given
 * </ul>
 */
public final class ClockProof {

  private static final int KEPT = 1_000_000;
  private static final int BATCH = 1024;

  /** A sixteenth of the bounds is counted, by nanoseconds; the last number has all above. */
  private static final int SAMPLE = 16;

  private static final int BOUNDS = 100_000;

  /** A window in which no other thread ran. */
  private static final int SHARP_NS = 200;

  private final CycleCounter counter = CpuCycles.counter();
  private final CycleClock clock = CycleClock.of(counter);
  private final long endNs;
  private final long keepNs;
  private volatile long sink;

  private ClockProof(long seconds, int threads) {
    long ns = seconds * 1_000_000_000;
    endNs = System.nanoTime() + ns;
    keepNs = ns / (KEPT / threads);
  }

  /**
   * Runs.
   *
   * @param arguments the options
   * @throws InterruptedException never
   */
  public static void main(String[] arguments) throws InterruptedException {
    Options options = new Options(arguments, "seconds", "threads", "busy", "median", "most");
    long seconds = options.number("seconds", 60);
    int threads = (int) options.number("threads", 2);
    boolean good =
        new ClockProof(seconds, threads)
            .run(
                threads,
                (int) options.number("busy", 0),
                options.number("median", 150),
                options.number("most", 500));
    System.out.println("verdict: " + (good ? "good" : "BAD"));
    System.exit(good ? 0 : 1);
  }

  private boolean run(int threads, int busy, long median, long most) throws InterruptedException {
    long beginNs = System.nanoTime();
    for (int i = 0; i < busy; i++) {
      Thread thread = new Thread(this::compute, "busy");
      thread.setDaemon(true);
      thread.start();
    }
    List<Checker> checkers =
        IntStream.range(0, threads).mapToObj(i -> new Checker(KEPT / threads)).toList();
    checkers.forEach(Thread::start);
    long[] bounds = new long[BOUNDS];
    long checks = 0;
    long sharp = 0;
    long wrong = 0;
    long backwards = 0;
    long worst = 0;
    for (Checker checker : checkers) {
      checker.join();
      checks += checker.checks;
      sharp += checker.sharp;
      wrong += checker.wrong;
      backwards += checker.backwards;
      worst = Math.max(worst, checker.worst);
      Arrays.setAll(bounds, i -> bounds[i] + checker.bounds[i]);
    }
    double seconds = (System.nanoTime() - beginNs) / 1e9;
    System.out.printf(
        "counter: %s, threads: %d, busy: %d, seconds: %.0f%n",
        clock.counter(), threads, busy, seconds);
    System.out.printf(
        "checks: %d, a second: %.0f, within %d ns: %d%n",
        checks, checks / seconds, SHARP_NS, sharp);
    System.out.printf(
        "violations: %d, backwards: %d, furthest outside: %d ns%n", wrong, backwards, worst);
    long half = quantile(bounds, 0.5);
    long nearlyAll = quantile(bounds, 0.99);
    System.out.printf(
        "bound: median %d ns, 99 %% %d ns, 99.99 %% %d ns; none: %d; recalibrations: %d%n",
        half,
        nearlyAll,
        quantile(bounds, 0.9999),
        bounds[BOUNDS - 1] * SAMPLE,
        clock.recalibrations());
    long later = checkers.stream().mapToLong(Checker::convertAgain).sum();
    long kept = checkers.stream().mapToLong(checker -> checker.kept).sum();
    System.out.printf("converted later: %d, violations: %d%n", kept, later);
    clock.close();
    return wrong + backwards + later == 0 && checks > 0 && half <= median && nearlyAll <= most;
  }

  private static long quantile(long[] bounds, double part) {
    long left = (long) (Arrays.stream(bounds).sum() * part);
    int bound = 0;
    while (left >= bounds[bound]) {
      left -= bounds[bound++];
    }
    return bound;
  }

  private void compute() {
    for (long value = 1; ; value = value * 31 + 1) {
      if (value == 0) {
        sink = value;
      }
    }
  }

  private final class Checker extends Thread {
    private final long[] cycles;
    private final long[] before;
    private final long[] after;
    private final long[] bounds = new long[BOUNDS];
    private int kept;
    private long checks;
    private long sharp;
    private long wrong;
    private long backwards;
    private long worst;

    Checker(int readings) {
      super("checker");
      cycles = new long[readings];
      before = new long[readings];
      after = new long[readings];
    }

    @Override
    public void run() {
      long lastNs = clock.nanos();
      for (long nextNs = System.nanoTime(); nextNs < endNs; ) {
        for (int i = 0; i < BATCH; i++) {
          long nanos = clock.nanos();
          backwards += nanos < lastNs ? 1 : 0;
          lastNs = nanos;
          check(i);
        }
        long nowNs = System.nanoTime();
        if (nowNs >= nextNs && kept < cycles.length) {
          before[kept] = System.nanoTime();
          cycles[kept] = counter.start();
          after[kept++] = System.nanoTime();
          nextNs += keepNs;
        }
        if (nowNs >= endNs) {
          return;
        }
      }
    }

    private void check(int i) {
      long beforeNs = System.nanoTime();
      long reading = counter.start();
      long afterNs = System.nanoTime();
      long bound = clock.errorBoundNanos(reading);
      checks++;
      sharp += afterNs - beforeNs < SHARP_NS ? 1 : 0;
      worst = Math.max(worst, outside(reading, beforeNs, afterNs));
      wrong += outside(reading, beforeNs, afterNs) > bound ? 1 : 0;
      if (i % SAMPLE == 0) {
        bounds[(int) Math.min(bound, BOUNDS - 1)]++;
      }
    }

    /** Nanoseconds by which a converted reading is outside the time in which it was made. */
    private long outside(long reading, long beforeNs, long afterNs) {
      long nanos = clock.toNanos(reading);
      return Math.max(0, Math.max(beforeNs - nanos, nanos - afterNs));
    }

    long convertAgain() {
      long violations = 0;
      for (int i = 0; i < kept; i++) {
        long bound = clock.errorBoundNanos(cycles[i]);
        violations += outside(cycles[i], before[i], after[i]) > bound ? 1 : 0;
      }
      return violations;
    }
  }
}
