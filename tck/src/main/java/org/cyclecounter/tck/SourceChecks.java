// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import static org.cyclecounter.tck.RuleException.unless;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.TickSource;

/** Checks sources that are opened more than once, read by several threads, and closed. */
final class SourceChecks {

  private static final int THREADS = 8;
  private static final int READS = 20_000;
  private static final int READS_AROUND_CLOSE = 1000;
  private static final int OPENINGS = 20;
  private static final long SPIN_NS = 100_000_000;

  private SourceChecks() {}

  static void opensIndependently(Checker checker) {
    TickSource first = checker.open();
    TickSource second = checker.open();
    first.ticks();
    second.ticks();
    first.close();
    try {
      ReadChecks.neverDecreases(checker, second, READS);
      second.startTicks();
      second.stopTicks();
    } catch (RuntimeException | Error e) {
      throw RuleException.broken(
          "after another source of it was closed, a read failed: %s; open() must return a source"
              + " that has what it needs for itself",
          e.getMessage());
    } finally {
      second.close();
    }
    try (TickSource third = checker.open()) {
      third.ticks();
    }
  }

  /** Runs a task on each of some new threads; throws what one of them throws. */
  private static void onThreads(int threads, Runnable task) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(pool.submit(task));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuleException broken) {
        throw broken;
      }
      throw e;
    } finally {
      end(pool);
    }
  }

  /** Waits for the pool's threads, which must not be taken for the counter's. */
  private static void end(ExecutorService pool) throws InterruptedException {
    pool.shutdown();
    unless(
        pool.awaitTermination(TimeLimit.seconds(), TimeUnit.SECONDS),
        "a read did not return within %d s",
        TimeLimit.seconds());
  }

  static void isShared(Checker checker, TickSource source) throws Exception {
    onThreads(THREADS, () -> ReadChecks.neverDecreases(checker, source, READS));
  }

  static void keepsItsScope(Checker checker, TickSource source) throws Exception {
    switch (checker.source().scope()) {
      case SYSTEM -> comparesAcrossThreads(checker, source);
      case THREAD -> countsOneThread(checker, source);
      case CORE -> throw RuleException.notChecked("the readings of different cores do not compare");
    }
  }

  /** Checks each thread's ordered reading against the last one that any thread has published. */
  private static void comparesAcrossThreads(Checker checker, TickSource source) throws Exception {
    AtomicLong published = new AtomicLong(source.startTicks());
    long endNs = System.nanoTime() + 10 * SPIN_NS;
    onThreads(
        THREADS,
        () -> {
          for (int i = 0; i < READS && (i % 100 != 0 || System.nanoTime() < endNs); i++) {
            long earlier = published.get();
            long ticks = source.startTicks();
            if (ReadChecks.difference(checker, ticks, earlier) < 0) {
              throw RuleException.broken(
                  "a thread read %d after another had read %d: its scope is not SYSTEM, but CORE or"
                      + " THREAD",
                  ticks, earlier);
            }
            published.accumulateAndGet(
                ticks, (a, b) -> ReadChecks.difference(checker, b, a) > 0 ? b : a);
          }
        });
  }

  /** Checks that a thread is not counted while it waits for another. */
  private static void countsOneThread(Checker checker, TickSource source) throws Exception {
    long first = source.ticks();
    AtomicLong spinning = new AtomicLong();
    onThreads(
        1,
        () -> {
          long start = source.ticks();
          long startNs = System.nanoTime();
          while (System.nanoTime() - startNs < SPIN_NS) {
            Thread.onSpinWait();
          }
          spinning.set(ReadChecks.difference(checker, source.ticks(), start));
        });
    long waiting = ReadChecks.difference(checker, source.ticks(), first);
    unless(
        waiting < spinning.get(),
        "it rose by %d in a thread that waited for another, where it rose by %d: its scope is not"
            + " THREAD, but SYSTEM or CORE",
        waiting,
        spinning.get());
  }

  static void closesUnderReaders(Checker checker) throws Exception {
    for (int i = 0; i < OPENINGS; i++) {
      TickSource source = checker.open();
      CountDownLatch begun = new CountDownLatch(2);
      AtomicBoolean isClosed = new AtomicBoolean();
      ExecutorService pool = Executors.newFixedThreadPool(2);
      Runnable reader =
          () -> {
            for (int left = READS_AROUND_CLOSE; left > 0; left -= isClosed.get() ? 1 : 0) {
              begun.countDown();
              try {
                source.ticks();
              } catch (RuntimeException e) {
                continue; // a closed source may throw, or return any number
              }
            }
          };
      pool.execute(reader);
      pool.execute(reader);
      begun.await();
      source.close();
      isClosed.set(true);
      end(pool);
    }
    try (TickSource source = checker.open()) {
      source.ticks();
    }
  }

  static void leavesNothing(Checker checker) throws Exception {
    openOften(checker); // a library may leave something behind once in a process
    String left = checker.sideEffects.leftBy(SourceChecks::openOften, checker);
    unless(
        left.isEmpty(),
        "opened, read and closed %d times, it leaves %s behind; close() must end what open()"
            + " begins",
        OPENINGS,
        left);
    checker.doesNoHarm();
  }

  private static void openOften(Checker checker) throws Exception {
    for (int i = 0; i < OPENINGS; i++) {
      try (TickSource source = checker.open()) {
        source.ticks();
        onThreads(1, source::ticks);
      }
    }
  }
}
