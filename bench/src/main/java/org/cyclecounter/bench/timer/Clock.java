// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.LongSupplier;
import org.cyclecounter.spi.CounterUnavailableException;

/**
 * A clock subtimer in use.
 *
 * @param name its name in the configuration
 * @param description a description for people
 * @param followsThread whether it stands still while the reading thread does not run
 * @param reading nanoseconds since an unspecified origin; {@link #UNREADABLE} or an exception when
 *     there is none
 */
public record Clock(String name, String description, boolean followsThread, LongSupplier reading) {

  /** In the order of preference of mLib; then the wall clock. */
  public static final List<String> NAMES =
      List.of("posix-thread-cputime", "stdc-clock", "monotonic");

  public static final List<String> DEFAULTS = NAMES.subList(0, 2);
  public static final long UNREADABLE = Long.MIN_VALUE;

  /**
   * Opens a clock.
   *
   * @throws IllegalArgumentException if none has this name
   */
  public static Clock open(String name) throws CounterUnavailableException {
    Clock clock =
        switch (name) {
          case "posix-thread-cputime" -> threadCpuTime(name);
          case "stdc-clock" -> processCpuTime(name);
          case "monotonic" -> new Clock(name, "wall time", false, System::nanoTime);
          default ->
              throw new IllegalArgumentException(
                  "unknown clock; available clocks: " + String.join(", ", NAMES));
        };
    if (clock.nanos() == UNREADABLE) {
      throw new CounterUnavailableException("it cannot be read");
    }
    return clock;
  }

  /**
   * Reads clock_gettime(CLOCK_THREAD_CPUTIME_ID) on Linux; advances every 1 to 16 ms on Windows.
   */
  private static Clock threadCpuTime(String name) throws CounterUnavailableException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    if (!threads.isCurrentThreadCpuTimeSupported()) {
      throw new CounterUnavailableException("this JVM does not report a thread's CPU time");
    }
    if (!threads.isThreadCpuTimeEnabled()) {
      threads.setThreadCpuTimeEnabled(true);
    }
    return new Clock(
        name,
        "CPU time of the calling thread",
        true,
        () -> orNone(threads.getCurrentThreadCpuTime()));
  }

  /**
   * Reads clock(3), in microseconds. If its library cannot be loaded, Java's own value is used, in
   * units of 10 ms.
   */
  private static Clock processCpuTime(String name) throws CounterUnavailableException {
    try {
      return new Clock(name, "CPU time of the process", false, StdcClock.open());
    } catch (CounterUnavailableException e) {
      String description = "CPU time of the process as Java reports it, because " + e.getMessage();
      if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
        return new Clock(name, description, false, () -> orNone(system.getProcessCpuTime()));
      }
      throw new CounterUnavailableException(
          "this JVM does not report the process's CPU time; " + e.getMessage());
    }
  }

  /** Translates Java's -1 for "no answer", which it gives for a virtual thread. */
  private static long orNone(long nanos) {
    return nanos < 0 ? UNREADABLE : nanos;
  }

  /** Reads the clock; {@link #UNREADABLE} if that fails, which it does on a virtual thread. */
  public long nanos() {
    try {
      return reading.getAsLong();
    } catch (UnsupportedOperationException e) {
      return UNREADABLE;
    }
  }
}
