// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import static org.cyclecounter.tck.RuleException.unless;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** Checks the readings that one thread takes. */
final class ReadChecks {

  /** Less than the turn of an event that shares its hardware, 4 ms. */
  private static final int MAX_REPEATS = 200;

  private static final int FEW_READS = 10_000;

  /** A counter may fail late. */
  private static final int MANY_READS = 6_000_000;

  /** Slow counters are read less often. */
  private static final long MANY_READS_NS = 1_000_000_000;

  /** Longer than the tick of any clock that is worth reading, 16 ms. */
  private static final long WINDOW_NS = 40_000_000;

  /** The least rise in a window, as a multiple of the rise between two reads in a row. */
  private static final int MIN_RISE = 10;

  /** Between windows; a processor's frequency changes by less. */
  private static final int MAX_CHANGE = 16;

  /** Of an observed rate; a clock of 16 ms may tick once more in a window. */
  private static final int MAX_DEVIATION = 2;

  /** An object takes as much, or more. */
  private static final int MIN_OBJECT = 8;

  /** Of the precision's search: ten rounds of 1001. */
  private static final int SELECTION_READS = 10_010;

  private static final double MAX_WAIT_S = 3;
  private static final long TWO_TO_32 = 1L << 32;

  private ReadChecks() {}

  static void returns(Checker checker, TickSource source) {
    try {
      source.ticks();
    } catch (IllegalStateException e) {
      if (checker.source().scope() == Scope.THREAD) {
        throw RuleException.unavailable(e.getMessage() + " (of its first read)");
      }
      throw e;
    }
    readEachWay(checker, source);
    checker.note("close()");
  }

  static void readEachWay(Checker checker, TickSource source) {
    for (int i = 0; i < 3; i++) {
      checker.note("ticks()");
      source.ticks();
      checker.note("startTicks()");
      source.startTicks();
      checker.note("stopTicks()");
      source.stopTicks();
    }
  }

  static void isAffordable(Checker checker, TickSource source) {
    long limitNs = TimeLimit.seconds() * 1_000_000_000L;
    long startNs = System.nanoTime();
    for (int i = 0; i < SELECTION_READS; i++) {
      source.ticks();
      unless(
          System.nanoTime() - startNs < limitNs,
          "10,010 readings of a selection take longer than its limit for each step, %d s; a"
              + " counter that slow helps nobody",
          TimeLimit.seconds());
    }
  }

  static void lasts(Checker checker, TickSource source) {
    long startNs = System.nanoTime();
    for (int i = 0; i < MANY_READS; i++) {
      source.ticks();
      if (i % 1000 == 0 && System.nanoTime() - startNs > MANY_READS_NS) {
        return;
      }
    }
  }

  /** Returns the difference of two readings, by the counter's width. */
  static long difference(Checker checker, long later, long earlier) {
    return checker.source().bits() == 32 ? (int) later - (int) earlier : later - earlier;
  }

  /**
   * Reads on one thread, at most for a second. Cores may differ where the scope is a core. A
   * counter that rises with most readings, and repeats one for long, has been without its hardware.
   */
  static void neverDecreases(Checker checker, TickSource source, int reads) {
    long endNs = System.nanoTime() + MANY_READS_NS;
    int allowed = checker.source().scope() == Scope.CORE ? reads / 1000 : 0;
    int decreases = 0;
    int rises = 0;
    int repeats = 0;
    long last = source.ticks();
    for (int i = 0; i < reads && (i % 100 != 0 || System.nanoTime() < endNs); i++) {
      long ticks = source.ticks();
      long difference = difference(checker, ticks, last);
      decreases += difference < 0 ? 1 : 0;
      rises += difference > 0 ? 1 : 0;
      repeats = difference == 0 ? repeats + 1 : 0;
      if (decreases > allowed) {
        throw RuleException.broken("a reading was %d after %d: it decreases", ticks, last);
      }
      if (repeats > MAX_REPEATS && 2L * rises > i) {
        throw RuleException.broken(
            "it rises with most readings, and gave %d for %d in a row: it stands still at times",
            ticks, repeats);
      }
      last = ticks;
    }
  }

  static void rises(Checker checker, TickSource source) {
    neverDecreases(checker, source, MANY_READS);
    long step = medianStep(checker, source);
    double firstRate = riseOfWindow(checker, source, step);
    double rate = riseOfWindow(checker, source, step);
    unless(
        rate < firstRate * MAX_CHANGE && firstRate < rate * MAX_CHANGE,
        "it rose by %.3g and then by %.3g ticks per nanosecond: its rate is not steady",
        firstRate,
        rate);
  }

  private static long medianStep(Checker checker, TickSource source) {
    long[] steps = new long[1001];
    long last = source.ticks();
    for (int i = 0; i < steps.length; i++) {
      long ticks = source.ticks();
      steps[i] = difference(checker, ticks, last);
      last = ticks;
    }
    Arrays.sort(steps);
    return steps[steps.length / 2];
  }

  /** Spins without reading; returns ticks per nanosecond, of the thread's time if of its scope. */
  private static double riseOfWindow(Checker checker, TickSource source, long step) {
    boolean ofThread = checker.source().scope() == Scope.THREAD;
    long startNs = nanos(ofThread);
    long first = source.ticks();
    while (nanos(ofThread) - startNs < WINDOW_NS) {
      Thread.onSpinWait();
    }
    long rise = difference(checker, source.ticks(), first);
    unless(
        rise > MIN_RISE * step,
        "it rose by %d ticks in 40 ms, and by %d from one reading to the next: it must rise with"
            + " time, not with the calls",
        rise,
        step);
    return (double) rise / (nanos(ofThread) - startNs);
  }

  static void keepsItsRate(Checker checker, TickSource source) {
    if (!(checker.source().scaling() instanceof Scaling.TicksPerSecond scaling)) {
      throw RuleException.notChecked("its scaling() gives no rate");
    }
    double hz = 1e9 * riseOfWindow(checker, source, 0);
    unless(
        hz < MAX_DEVIATION * scaling.hz() && scaling.hz() < MAX_DEVIATION * hz,
        "it rises by %.0f ticks per second, and its scaling() says %d",
        hz,
        scaling.hz());
  }

  /** A thread's own time may be a twentieth of the clock's on a busy machine. */
  private static long nanos(boolean ofThread) {
    return ofThread
        ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  static void isOrdered(Checker checker, TickSource source) {
    int allowed = checker.source().scope() == Scope.CORE ? FEW_READS / 100 : 0;
    int decreases = 0;
    for (int i = 0; i < FEW_READS; i++) {
      long before = source.ticks();
      long start = source.startTicks();
      long stop = source.stopTicks();
      long after = source.ticks();
      boolean rises =
          difference(checker, start, before) >= 0
              && difference(checker, stop, start) >= 0
              && difference(checker, after, stop) >= 0;
      decreases += rises ? 0 : 1;
      if (decreases > allowed) {
        throw RuleException.broken(
            "ticks(), startTicks(), stopTicks() and ticks() were %d, %d, %d and %d; all three"
                + " must read the same counter in the same unit",
            before, start, stop, after);
      }
    }
  }

  static void allocatesNothing(Checker checker, TickSource source) {
    if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
        || !threads.isThreadAllocatedMemorySupported()) {
      throw RuleException.notChecked("this JVM does not say what a thread allocates");
    }
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < FEW_READS; i++) {
      source.ticks();
    }
    double bytes = (double) (threads.getThreadAllocatedBytes(thread) - before) / FEW_READS;
    unless(
        bytes < MIN_OBJECT,
        "a read allocates %.0f bytes; hold what it needs in fields, and return primitives",
        bytes);
  }

  static void wraps(Checker checker, TickSource source) {
    long startNs = System.nanoTime();
    long first = source.ticks();
    if (checker.source().bits() == 64 && Long.compareUnsigned(first, TWO_TO_32) >= 0) {
      return; // it shows more than 32 bits
    }
    double rate = 1e9 * riseOfWindow(checker, source, 0);
    double waitS = (TWO_TO_32 - (first & (TWO_TO_32 - 1))) / rate;
    if (waitS > MAX_WAIT_S) {
      throw RuleException.notChecked(
          "it reaches 2^32 in " + Math.round(waitS) + " s, which is too long to wait for");
    }
    long endNs = startNs + (long) (1.2e9 * waitS);
    long last = first;
    do { // once at least: it may have wrapped already
      long ticks = source.ticks();
      if (difference(checker, ticks, last) < 0) {
        throw RuleException.broken(
            "a reading was %d after %d: it wraps elsewhere than at the %d bits of bits()",
            ticks, last, checker.source().bits());
      }
      last = ticks;
    } while (System.nanoTime() < endNs);
  }
}
