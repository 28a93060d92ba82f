// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One thread's readings of a counter with the truth beside them: the thread's CPU time just before
 * and just after each. The simulated PMU counts that very time at {@link #HZ}, so a thread's count
 * lies between two bounds, even on a busy machine.
 */
final class OwnCount {

  /** The simulator's default rate. */
  static final long HZ = 3_000_000_000L;

  /** A counter that follows another goes on at least 2^59 above it. */
  static final long JUMP = 1L << 53;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private record Reading(long beforeNs, long count, long afterNs) {}

  /**
   * The count from one reading to another.
   *
   * @param leastNs the CPU time between them, without the readings
   * @param mostNs the same with both
   * @param count the difference
   */
  record Part(long leastNs, long mostNs, long count) {

    /** The count as a part of the truth: 1 if it lies between the bounds. */
    double ratio() {
      double least = leastNs * (HZ / 1e9);
      double most = mostNs * (HZ / 1e9);
      if (count < least) {
        return count / least;
      }
      return count > most ? count / most : 1;
    }
  }

  private final LongSupplier counter;
  private final Supplier<String> implementation;
  private final String name;
  private final List<Part> parts = new ArrayList<>();
  private Reading first;
  private boolean firstIsOurs;
  private Reading last;
  int jumps;
  int decreases;
  int equal;

  /**
   * Opens the thread's events: nothing is counted before a first reading.
   *
   * @param counter reads the counter
   * @param implementation returns its name
   * @param name the counter in question: a successor's counts are not judged
   */
  OwnCount(LongSupplier counter, Supplier<String> implementation, String name) {
    this.counter = counter;
    this.implementation = implementation;
    this.name = name;
    counter.getAsLong();
  }

  static long cpuNs() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Reads the counter; where it has jumped, a part ends before and another begins. */
  void read() {
    Reading now = new Reading(cpuNs(), counter.getAsLong(), cpuNs());
    if (last != null) {
      long difference = now.count() - last.count();
      equal += difference == 0 ? 1 : 0;
      if (difference < 0 || difference > JUMP) {
        decreases += difference < 0 ? 1 : 0;
        jumps += difference < 0 ? 0 : 1;
        endPart();
      }
    }
    if (first == null) {
      first = now;
      // A loss is for good, so the reading before this was the counter's.
      firstIsOurs = implementation.get().equals(name);
    }
    last = now;
  }

  /** Begins a separate count. */
  void endPart() {
    if (first != last && firstIsOurs) {
      parts.add(
          new Part(
              last.beforeNs() - first.afterNs(),
              last.afterNs() - first.beforeNs(),
              last.count() - first.count()));
    }
    first = null;
  }

  /**
   * Returns the counter's deviation.
   *
   * @return the part of the truth that is furthest from 1; NaN if the counter was not in use
   */
  double worstRatio() {
    double worst = Double.NaN;
    for (Part part : parts) {
      double ratio = part.ratio();
      if (Double.isNaN(worst) || Math.abs(ratio - 1) > Math.abs(worst - 1)) {
        worst = ratio;
      }
    }
    return worst;
  }

  /** Spins and sleeps in turns, and reads after each, until the given CPU time has passed. */
  void work(long ns) {
    long endNs = cpuNs() + ns;
    read();
    while (cpuNs() < endNs) {
      spin(1_000_000);
      read();
      sleep(1);
      read();
    }
  }

  /** Spins for the given CPU time of the thread. */
  static void spin(long ns) {
    long endNs = cpuNs() + ns;
    long sum = 1;
    do {
      for (int i = 0; i < 10_000; i++) {
        sum = sum * 31 ^ i;
      }
    } while (cpuNs() < endNs || sum == 0);
  }

  static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
