// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.tools.osgi.LivePage;
import org.jspecify.annotations.Nullable;

/**
 * Measures on a daemon thread that lives as long as the measurement, one at a time. Thread-safe.
 */
final class PageMeasurement {

  private static final long MAX_END_MS = 10_000;

  /** What has become of the newest measurement. */
  enum Phase {
    NONE,
    RUNNING,
    DONE,
    FAILED
  }

  /**
   * The state at one moment.
   *
   * @param progress what part of it has been done, from 0 to 1
   * @param failure why it failed, or nothing
   * @param ended when it ended; null unless it has
   * @param took how long it took, zero unless it is done
   */
  record State(
      Phase phase, double progress, String failure, @Nullable Instant ended, Duration took) {}

  private static final State NONE = new State(Phase.NONE, 0, "", null, Duration.ZERO);

  private final LivePage page;
  private State state = NONE;
  private @Nullable Thread thread;
  private boolean isClosed;

  PageMeasurement(LivePage page) {
    this.page = page;
  }

  /** Starts a measurement, unless one runs or this has been closed. */
  synchronized void start() {
    if (isClosed || state.phase() == Phase.RUNNING) {
      return;
    }
    state = running(0);
    Thread next = new Thread(null, this::run, "cyclecounter-webconsole", 0, false);
    next.setDaemon(true);
    next.setContextClassLoader(null); // the request's must not be kept
    thread = next;
    next.start();
  }

  synchronized State state() {
    return state;
  }

  /** Ends a measurement that runs, waits for that, and starts no more. */
  void close() {
    synchronized (this) {
      isClosed = true;
    }
    cancel();
  }

  /** Ends a measurement that runs, and waits for that. */
  void cancel() {
    Thread last;
    synchronized (this) {
      last = thread;
    }
    if (last == null || last == Thread.currentThread()) {
      return;
    }
    last.interrupt();
    boolean interrupted = false;
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_END_MS);
    while (last.isAlive()) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
      if (leftMs <= 0) {
        System.getLogger(PageMeasurement.class.getPackageName())
            .log(Level.WARNING, last.getName() + " does not end");
        break;
      }
      try {
        last.join(leftMs);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    long startNs = System.nanoTime();
    try {
      page.measure(part -> set(running(part)));
      Duration took = Duration.ofNanos(System.nanoTime() - startNs);
      end(new State(Phase.DONE, 1, "", Instant.now(), took));
    } catch (InterruptedException e) {
      end(NONE); // cancel()
    } catch (RuntimeException | LinkageError e) { // the selector's bundle may go at any moment
      String message = e.getMessage();
      String reason = message == null ? e.getClass().getName() : message;
      end(new State(Phase.FAILED, 0, reason, Instant.now(), Duration.ZERO));
    }
  }

  private static State running(double part) {
    return new State(Phase.RUNNING, Math.min(1, Math.max(0, part)), "", null, Duration.ZERO);
  }

  private synchronized void set(State now) {
    state = now;
  }

  private synchronized void end(State last) {
    state = last;
    thread = null;
  }
}
