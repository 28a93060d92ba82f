// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.osgi;

import java.lang.System.Logger.Level;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.concurrent.CancellationException;
import org.cyclecounter.diagnostics.text.Formatted;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * Measures a live page on a daemon thread that lives as long as the measurement, one at a time.
 * Thread-safe.
 *
 * <p>Threads: the console's request threads start it and ask for its state; its own thread
 * measures; a framework's thread cancels it when a bundle stops. The state and the thread are
 * guarded by this object's lock, which is not held during a measurement or a wait.
 */
public final class PageMeasurement {

  /**
   * Milliseconds that a stopping bundle waits for the thread: its steps between two looks at
   * interrupts take a second or two.
   */
  private static final long MAX_END_MS = 10_000;

  /** The state of the newest measurement. */
  public enum Status {
    /** None has been started, or it was cancelled. */
    NONE,
    /** It runs. */
    RUNNING,
    /** It has ended, and the page has its plots. */
    DONE,
    /** It has ended without a result. */
    FAILED
  }

  /**
   * The state at one moment.
   *
   * @param progress the part that has been done, from 0 to 1
   * @param sentence how it ended, or what one does; empty while it runs
   */
  public record State(Status status, double progress, String sentence) {}

  private static final State NONE =
      new State(
          Status.NONE,
          0,
          "A measurement selects the counters again and draws each; it takes a few seconds.");

  private final LivePage page;
  private State state = NONE;

  /** The thread of the newest measurement; null before the first. */
  private @Nullable Thread thread;

  private boolean isClosed;

  /** Measures nothing yet. */
  public PageMeasurement(LivePage page) {
    this.page = page;
  }

  /** Starts a measurement, unless one runs or this has been closed. */
  public synchronized void start() {
    if (isClosed || state.status() == Status.RUNNING) {
      return;
    }
    state = running(0);
    // The last argument: no inheritable thread-locals, which would keep the request's objects.
    Thread next = new Thread(null, this::run, "cyclecounter-webconsole", 0, false);
    next.setDaemon(true);
    next.setContextClassLoader(null); // that of the request would be kept
    thread = next;
    next.start();
  }

  /** Returns the state at this moment. */
  public synchronized State state() {
    return state;
  }

  /**
   * Ends a measurement that runs, waits for its thread, and starts no more.
   *
   * <p>In this order: no other request may start one in between.
   */
  public void close() {
    synchronized (this) {
      isClosed = true;
    }
    cancel();
  }

  /**
   * Ends a measurement that runs, and waits for its thread: it runs code of a bundle that stops.
   */
  public void cancel() {
    Thread last;
    synchronized (this) {
      last = thread;
    }
    if (last == null || last == Thread.currentThread()) { // a bundle may stop while it is observed
      return;
    }
    last.interrupt();
    if (!TimeLimit.join(last, MAX_END_MS)) {
      System.getLogger(PageMeasurement.class.getPackageName())
          .log(Level.WARNING, last.getName() + " does not end");
    }
  }

  private void run() {
    long startNs = System.nanoTime();
    try {
      page.measure(part -> set(running(part)));
      double seconds = (System.nanoTime() - startNs) / 1e9;
      LocalTime end = LocalTime.now(ZoneId.systemDefault()); // the server's time zone
      String sentence = Formatted.of("Measured at %tT, in %.1f seconds.", end, seconds);
      set(new State(Status.DONE, 1, sentence));
    } catch (InterruptedException | CancellationException e) {
      set(NONE); // cancel()
    } catch (RuntimeException | LinkageError e) { // the selector's bundle may go at any moment
      String message = e.getMessage();
      String reason = message == null ? e.getClass().getName() : message;
      set(new State(Status.FAILED, 0, "The measurement failed: " + reason));
    }
  }

  private static State running(double progress) {
    return new State(Status.RUNNING, progress, "");
  }

  private synchronized void set(State next) {
    state = next;
  }
}
