// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.osgi;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import org.cyclecounter.selector.limits.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * Measures a live page on a daemon thread that lives as long as the measurement, one at a time.
 * Thread-safe.
 *
 * <p>Threads: the console's request threads start it and ask for its state; its own thread
 * measures; a framework's thread cancels it when a bundle stops. The state and the thread are
 * guarded by this object's lock, which nobody holds while it measures or waits.
 */
public final class PageMeasurement {

  /**
   * Milliseconds that a stopping bundle waits for the thread: its steps between two looks at
   * interrupts take a second or two.
   */
  private static final long MAX_END_MS = 10_000;

  /** The state of the newest measurement. */
  public enum Phase {
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
   * @param failure why it failed; empty unless it did
   * @param ended when it ended; the epoch unless it has
   * @param took how long it took; zero unless it is done
   */
  public record State(Phase phase, double progress, String failure, Instant ended, Duration took) {}

  private static final State NONE = at(Phase.NONE, 0);

  private final LivePage page;
  private State state = NONE;

  /** The thread of a measurement that runs; null otherwise. */
  private @Nullable Thread thread;

  private boolean isClosed;

  /** Measures nothing yet. */
  public PageMeasurement(LivePage page) {
    this.page = page;
  }

  /** Starts a measurement, unless one runs or this has been closed. */
  public synchronized void start() {
    if (isClosed || state.phase() == Phase.RUNNING) {
      return;
    }
    state = at(Phase.RUNNING, 0);
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
      page.measure(part -> set(at(Phase.RUNNING, Math.min(1, Math.max(0, part)))));
      Duration took = Duration.ofNanos(System.nanoTime() - startNs);
      end(new State(Phase.DONE, 1, "", Instant.now(), took));
    } catch (InterruptedException | CancellationException e) {
      end(NONE); // cancel()
    } catch (RuntimeException | LinkageError e) { // the selector's bundle may go at any moment
      String message = e.getMessage();
      String reason = message == null ? e.getClass().getName() : message;
      end(new State(Phase.FAILED, 0, reason, Instant.now(), Duration.ZERO));
    }
  }

  private static State at(Phase phase, double progress) {
    return new State(phase, progress, "", Instant.EPOCH, Duration.ZERO);
  }

  private synchronized void set(State next) {
    state = next;
  }

  private synchronized void end(State last) {
    state = last;
    thread = null;
  }
}
