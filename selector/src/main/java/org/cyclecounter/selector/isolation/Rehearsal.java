// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.cyclecounter.selector.isolation.ChildReports.COUNTER;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.discovery.ListedCounter;
import org.cyclecounter.selector.discovery.ProviderListing;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.LifeThread.TaskEnd;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * Rehearses, in a child JVM, the life that a program gives a counter: the {@link Step}s up to
 * DROPPED. Announces each step, so the parent knows which was fatal.
 *
 * <p>By the contract of {@link TickSource}, every thread may read a source and close it, and a read
 * during or after {@code close()} may throw. A counter of scope {@link Scope#THREAD} may also throw
 * {@link IllegalStateException} on every thread but the one that has opened it.
 */
final class Rehearsal {

  /** Plain reads in a native child of this process, which can name a fault. */
  private static final int NATIVE_READS = 100;

  /** Reads that are timed at least, however long they take. */
  private static final int READS = 20;

  /** Processor time for more reads, until one is cheap enough: code is interpreted at first. */
  private static final long READS_NS = 5_000_000;

  /** The slowdown of interpreted code, which a busy machine compiles late. */
  private static final int INTERPRETED = 16;

  /** Reads that cost less are rehearsed in any case: that takes no time worth saving. */
  private static final long CHEAP_NS = 100;

  /** Short-lived ones; a program may have any number. */
  private static final int THREADS = 40;

  /** More bytes than the young generation of a child's heap, which begins with 4 MB. */
  private static final int GARBAGE = 8 << 20;

  private static final int PIECE = 1 << 16;

  /** Creates the provider of a task, on a thread that announces its calls. */
  interface Creator {
    CycleCounterProvider create(LifeThread thread) throws Exception;
  }

  private final ChildReports reports;
  private final Creator creator;
  private final ChildTask task;

  /** The cost of a read above which the counter is not rehearsed, in nanoseconds. */
  private final long boundNs;

  // Written by one thread, and read when that has ended.
  private @Nullable CounterSource counter;
  private @Nullable TickSource source;
  private long nanosPerRead;

  /** Exceptions that a read may throw on other threads than the opening one. */
  private Class<? extends Exception> allowed = TaskEnd.class;

  Rehearsal(ChildReports reports, Creator creator, ChildTask task) {
    this.reports = reports;
    this.creator = creator;
    this.task = task;
    long worthNs = task.worthNanos();
    boundNs = worthNs == 0 ? Long.MAX_VALUE : Math.max(CHEAP_NS, INTERPRETED * worthNs);
  }

  /** Runs the task, up to its verdict. No third-party code runs on the calling thread. */
  void run() {
    TaskEnd end = new TaskEnd(Result.PASSED, false, null);
    try {
      ChildState before = new ChildState();
      Leftovers leftovers = new Leftovers();
      run(Step.CREATED, task.isListing() ? this::list : this::open);
      if (!task.isListing()) {
        live(Objects.requireNonNull(source));
        reports.begin(Step.DROPPED);
        source = null;
        counter = null;
        collect();
      }
      LifeThread.check(before, reports.step());
      String left = leftovers.find();
      if (!left.isEmpty()) {
        throw new TaskEnd(true, Code.LEAVES, left);
      }
    } catch (TaskEnd e) {
      end = e;
    } catch (Throwable e) { // the JVM's
      end = LifeThread.thrown("", e, reports);
    }
    Rejection why = end.rejection;
    boolean isMade = task.isListing() || end.hasHarmed || reports.step() != Step.CREATED;
    reports.verdict(
        why == null || isMade
            ? end
            : new TaskEnd(Result.NOT_PROBED, false, Rejection.of(Code.NOT_MADE, why.sentence())));
  }

  private void run(Step step, LifeThread.Part part) throws TaskEnd {
    reports.begin(step);
    LifeThread thread = new LifeThread(reports, allowed, part);
    thread.start();
    thread.end();
  }

  private void live(TickSource open) throws TaskEnd {
    CountDownLatch ended = new CountDownLatch(1);
    LifeThread elsewhere =
        new LifeThread(
            reports,
            allowed,
            thread -> {
              ended.await();
              thread.read(open, LifeThread.FEW);
            });
    elsewhere.setDaemon(true); // it stays if opening again ends the task
    // Started now: after the opening thread's end, it might reuse its memory and pass by chance.
    elsewhere.start();
    run(Step.OPENED_AGAIN, thread -> openAgain(open, thread));
    reports.begin(Step.READ_ELSEWHERE);
    ended.countDown();
    elsewhere.end();
    reports.begin(Step.READ_TOGETHER);
    new Readers(reports, open, nanosPerRead, task.limitMs()).readTogether(allowed);
    run(Step.READ_BY_MANY, thread -> thread.readOnNewThreads(open, THREADS));
    run(
        Step.COLLECTED,
        thread -> {
          // This may take a lock on the heap (JNI critical) that stops the collector.
          thread.read(open, LifeThread.FEW);
          collect();
          thread.read(open, LifeThread.FEW);
        });
    run(Step.READ_DEEPLY, thread -> readDeeply(thread, open));
    String lasting = Leftovers.lastingThread();
    if (!lasting.isEmpty()) {
      throw new TaskEnd(true, Code.KEEPS, lasting);
    }
    reports.begin(Step.CLOSED);
    new Readers(reports, open, nanosPerRead, task.limitMs()).close();
  }

  /**
   * Reads where Java has no stack left for one call more. HotSpot keeps 80 kB for native code there
   * ({@code StackShadowPages}), and what needs more ends the process.
   */
  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static void readDeeply(LifeThread thread, TickSource source) {
    try {
      readDeeply(thread, source);
    } catch (StackOverflowError e) {
      thread.read(source, LifeThread.FEW); // a read in Java may need the caller's room, too
    }
  }

  /** Creates the provider and asks it, as a selection does. */
  private ProviderListing ask(LifeThread thread) throws Exception {
    return new ProviderListing(() -> creator.create(thread), true, thread::announce).call();
  }

  private void list(LifeThread thread) throws Exception {
    ProviderListing listing = ask(thread);
    for (ListedCounter counter : listing.counters()) {
      reports.send(COUNTER, counter.fields());
    }
    reports.send(ChildReports.LISTED, listing.more());
  }

  private CounterSource find(LifeThread thread) throws Exception {
    for (ListedCounter listed : ask(thread).counters()) {
      CounterSource found = listed.source();
      if (found != null && task.counter().equals(listed.name())) {
        return found;
      }
    }
    throw new TaskEnd(false, Code.NOT_OFFERED, task.provider(), task.counter());
  }

  /** Opens the counter and reads it. */
  private void open(LifeThread thread) throws Exception {
    CounterSource found = find(thread);
    thread.begin(Step.OPENED);
    TickSource open = open(found, thread);
    thread.announce("scope()");
    allowed = found.scope() == Scope.THREAD ? IllegalStateException.class : allowed;
    thread.announce("bits()");
    found.bits();
    thread.announce("scaling()");
    found.scaling();
    thread.begin(Step.READ);
    thread.announce("ticks()");
    int limitSeconds = (int) Math.max(1, task.limitMs() / 1000);
    IsolationResult natively = NativeChild.probe(open, NATIVE_READS, limitSeconds);
    if (natively.died() || natively.result() == Result.FAILED) {
      open.close();
      throw new TaskEnd(natively.result(), false, natively.rejection());
    }
    thread.read(open, LifeThread.FEW);
    thread.interrupt();
    thread.read(open, LifeThread.FEW);
    if (!Thread.interrupted()) {
      throw new TaskEnd(true, Code.CHANGES, Step.READ.when, "its thread's interrupt");
    }
    thread.announce("counted()");
    found.counted();
    thread.announce("instruction()");
    found.instruction();
    thread.announce("ticks()");
    nanosPerRead = cost(open);
    if (nanosPerRead > boundNs) {
      thread.announce("close()");
      open.close();
      throw new TaskEnd(false, Code.NOT_WORTH, "" + nanosPerRead);
    }
    counter = found;
    source = open;
    thread.begin(Step.THREAD_ENDED); // before its end, which may end the process
  }

  private static TickSource open(CounterSource counter, LifeThread thread) throws Exception {
    thread.announce("open()");
    TickSource source = counter.open();
    if (source == null) {
      throw new TaskEnd(false, Code.NO_SOURCE);
    }
    return source;
  }

  private void openAgain(TickSource first, LifeThread thread) throws Exception {
    try (TickSource second = open(Objects.requireNonNull(counter), thread)) {
      thread.read(second, LifeThread.FEW);
      thread.read(first, LifeThread.FEW);
      thread.read(second, LifeThread.FEW);
      thread.announce("close()");
    } catch (CounterUnavailableException e) {
      return; // it can be open once
    }
    thread.read(first, LifeThread.FEW);
  }

  /** Returns the time that the quickest read takes, in nanoseconds. */
  private long cost(TickSource source) {
    long leastNs = Long.MAX_VALUE;
    long ranNs = 0;
    long nowNs = System.nanoTime();
    for (int i = 0; i < READS || leastNs > boundNs && ranNs < READS_NS; i++) {
      source.ticks();
      long readNs = System.nanoTime();
      leastNs = Math.min(leastNs, readNs - nowNs);
      ranNs += leastNs; // not what passed: a busy machine runs others meanwhile
      nowNs = readNs;
    }
    return leastNs;
  }

  /**
   * Collects on demand, and by filling the heap, which a JNI array that is never released stops;
   * until cleaner threads can see the collected objects.
   */
  private static void collect() {
    ReferenceQueue<Object> collected = new ReferenceQueue<>();
    Object[] kept = {new WeakReference<>(new Object(), collected), null};
    System.gc();
    for (int i = 0; i < GARBAGE / PIECE || collected.poll() == null; i++) {
      kept[1] = new byte[PIECE];
    }
  }
}
