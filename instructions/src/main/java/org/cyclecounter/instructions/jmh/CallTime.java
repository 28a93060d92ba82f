// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/**
 * Judges by a benchmark's first calls, which may be interpreted, how long it would take to count.
 */
final class CallTime {

  /** In batches of 1, 2, 4, ... */
  private static final int MAX_BATCH = 64;

  /** A part of the limit. */
  private static final int LIMIT_PART = 10;

  /** Plain calls that cost as much time as counting: six calls, each a thousand times slower. */
  private static final int COUNTED = 6_000;

  /** First calls are slow. */
  private static final int SLOW = 3;

  private static final int MIN_WARM_UP = 100;

  /** Calls a benchmark. */
  interface Batch {
    void call(int calls) throws CountFailure;
  }

  private CallTime() {}

  /**
   * Calls a benchmark up to 127 times.
   *
   * @param name of the benchmark
   * @param warmUp the calls before it is counted
   * @param limitMs the processor time for all of them
   * @throws CountFailure if it sleeps or blocks for most of a call, and there is no time for that;
   *     or if it takes three times too much
   */
  static void check(String name, Batch batch, int warmUp, long limitMs) throws CountFailure {
    check(name, batch, warmUp, limitMs, CallTime::processorNs);
  }

  /** As above; takes what {@link #processorNs} returns. */
  static void check(
      String name, Batch batch, int warmUp, long limitMs, Supplier<long[]> processorNs)
      throws CountFailure {
    double limitNs = limitMs * 1e6;
    double usedNs = 0;
    double quickestNs = Double.MAX_VALUE;
    double callNs = 0;
    boolean isWaiting = false;
    for (int calls = 1; calls <= MAX_BATCH && usedNs <= limitNs / LIMIT_PART; calls *= 2) {
      long[] before = processorNs.get();
      long startNs = System.nanoTime();
      batch.call(calls);
      double passedNs = System.nanoTime() - startNs;
      long[] after = processorNs.get();
      long ranNs = after[0] - before[0];
      boolean isKnown = before[0] > 0 && ranNs > 0; // else a thread has ended
      boolean hasWaited = isKnown && 2.0 * (ranNs + after[1] - before[1]) < passedNs;
      double takenNs = isKnown && !hasWaited ? ranNs : passedNs;
      usedNs += takenNs;
      if (passedNs / calls < quickestNs) { // its threads stood least in line
        quickestNs = passedNs / calls;
        callNs = takenNs / calls;
        isWaiting = hasWaited;
      }
    }
    double leftNs = limitNs - usedNs;
    double neededNs = callNs * (warmUp + COUNTED);
    if (isWaiting && neededNs > leftNs) {
      throw new CountFailure(
          "%s waits: a call takes %.1f ms, most of which it sleeps or blocks; %d calls would"
              + " take %.0f s.",
          name, callNs / 1e6, warmUp, callNs * warmUp / 1e9);
    }
    if (neededNs > SLOW * leftNs) {
      long fitting = (long) (leftNs / callNs) - COUNTED;
      throw new CountFailure(
          "%s takes too long: about %.0f s of processor time with %d calls of warm-up, and the"
              + " limit is %.0f s: set"
              + " %sa longer --limit.",
          name,
          neededNs / 1e9,
          warmUp,
          limitNs / 1e9,
          fitting < MIN_WARM_UP ? "" : SteppingSentences.sentence("--warm-up %d, or ", fitting));
    }
  }

  /**
   * Returns how long the threads of this process have had a processor, and how long they stood in
   * line for one, by the kernel's Documentation/scheduler/sched-stats.rst: this one waits for the
   * compilers as well. Zeros if that is not known.
   */
  private static long[] processorNs() {
    long[] sum = {0, 0};
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        String[] ns = Files.readString(thread.resolve("schedstat")).split(" ");
        sum[0] += Long.parseLong(ns[0]);
        sum[1] += Long.parseLong(ns[1]);
      }
      return sum;
    } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
      return new long[2]; // no statistics, or a thread has ended: no call is known to wait
    }
  }
}
