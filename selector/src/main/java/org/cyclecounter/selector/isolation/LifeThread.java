// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.File;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.report.Step;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a child JVM that runs a part of a provider's life, and ends. The part must not change
 * the {@link ChildState}.
 */
final class LifeThread extends Thread {

  /** Third-party code. */
  interface Part {
    void live(LifeThread thread) throws Throwable;
  }

  /** Ends a task. */
  static final class TaskEnd extends Exception {
    private static final long serialVersionUID = 1;

    final Result result;

    /** True if this child can run no other task. */
    final boolean hasHarmed;

    /** Null if it has passed. */
    final transient @Nullable Rejection rejection;

    TaskEnd(Result result, boolean hasHarmed, @Nullable Rejection rejection) {
      this.result = result;
      this.hasHarmed = hasHarmed;
      this.rejection = rejection;
    }

    /** Ends it as failed. */
    TaskEnd(boolean hasHarmed, Code code, String... arguments) {
      this(Result.FAILED, hasHarmed, Rejection.of(code, arguments));
    }
  }

  /** Plain reads of a short check. */
  static final int FEW = 3;

  /** Linux removes what it links to when the thread has ended. */
  private static final String LINK = "thread-self";

  /** The time for a thread's destructors in C if the system does not show its end. */
  private static final long DESTRUCTORS_NS = 20_000_000;

  static final long PAUSE_NS = 50_000;

  private final ChildReports reports;
  private final Class<? extends Exception> allowed;
  private final Part part;
  private volatile File shown = new File("/proc", LINK);

  /** Null once the part has passed. Created first: a full heap has no room later. */
  private volatile @Nullable TaskEnd taskEnd =
      new TaskEnd(true, Code.NEEDS_PROGRAM, "it filled the child JVM's heap");

  /** The state at its beginning. */
  private ChildState before = new ChildState();

  /** The last method that was called. */
  private String call = "";

  /**
   * Prepares a thread, which is not started.
   *
   * @param allowed the exceptions that are no fault
   */
  LifeThread(ChildReports reports, Class<? extends Exception> allowed, Part part) {
    super("cyclecounter-probe");
    this.reports = reports;
    this.allowed = allowed;
    this.part = part;
  }

  @Override
  public void run() {
    try {
      shown = shown.getCanonicalFile();
      before = new ChildState();
      part.live(this);
      check(before, reports.step());
      taskEnd = null;
    } catch (TaskEnd e) {
      taskEnd = e;
    } catch (Throwable e) {
      // Here, because getMessage() is third-party code, too.
      taskEnd = allowed.isInstance(e) ? null : thrown(call, e, reports);
    }
  }

  /** Judges an exception. After an error of the JVM's, this child can run no other task. */
  static TaskEnd thrown(String call, Throwable e, ChildReports reports) {
    reports.send(ChildReports.TRACE, Log.trace(e));
    Step step = reports.step();
    boolean saysWhy = e instanceof CounterUnavailableException || e instanceof CounterLostException;
    Code code = saysWhy ? Code.SAID : step == Step.CREATED ? Code.THREW : Code.THROWS;
    String what = Failures.of(call, e);
    if (e instanceof OutOfMemoryError full
        && Failures.isFullHeap(full)) { // the program's may not be
      return new TaskEnd(true, Code.NEEDS_PROGRAM, what + " (" + step.when + ")");
    }
    return new TaskEnd(e instanceof VirtualMachineError, code, what, step.when);
  }

  /** Ends the task, and this child's use, if the step has changed the thread's state since. */
  static void check(ChildState before, Step step) throws TaskEnd {
    String changed = before.changed();
    if (!changed.isEmpty()) {
      throw new TaskEnd(true, Code.CHANGES, step.when, changed);
    }
  }

  /** Begins a step on this thread. */
  void begin(Step next) throws TaskEnd {
    check(before, reports.step());
    reports.begin(next);
  }

  /** Announces a method to the parent, which can name it if it does not return. */
  void announce(String method) {
    call = method;
    reports.send(ChildReports.CALL, method);
  }

  /** Makes plain reads, and one of each ordered kind. */
  void read(TickSource source, int plainReads) {
    call = "ticks()";
    for (int i = 0; i < plainReads; i++) {
      source.ticks();
    }
    call = "startTicks()";
    source.startTicks();
    call = "stopTicks()";
    source.stopTicks();
  }

  /** Reads on new threads, one after the other. */
  void readOnNewThreads(TickSource source, int threads) throws Throwable {
    for (int i = 0; i < threads; i++) {
      FutureTask<String> reading = new FutureTask<>(() -> read(source, FEW), "");
      new Thread(reading, getName()).start();
      try {
        String unusedHasRead = reading.get();
      } catch (ExecutionException e) {
        throw Objects.requireNonNull(e.getCause());
      }
    }
  }

  /**
   * Waits, on another thread, for the end of this one and of its destructors in C, which run last.
   */
  void end() throws TaskEnd {
    TimeLimit.join(this, Long.MAX_VALUE);
    TaskEnd outcome = taskEnd;
    if (outcome != null) {
      throw outcome;
    }
    boolean isShown = !shown.getName().equals(LINK);
    long waitNs = reports.step() == Step.THREAD_ENDED ? DESTRUCTORS_NS : 0;
    long endNs = System.nanoTime() + waitNs;
    while (isShown ? shown.exists() : endNs - System.nanoTime() > 0) {
      LockSupport.parkNanos(PAUSE_NS);
    }
  }
}
