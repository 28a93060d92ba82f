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

  public static Clock open(String name) throws Unavailable {
    return switch (name) {
      case "posix-thread-cputime" -> threadCpuTime();
      case "stdc-clock" -> processCpuTime();
      case "monotonic" -> new Clock(name, "wall time", false, System::nanoTime);
      default ->
          throw new Unavailable(
              "unknown clock; available clocks: " + String.join(", ", NAMES), true);
    };
  }

  /**
   * Reads clock_gettime(CLOCK_THREAD_CPUTIME_ID) on Linux; advances every 1 to 16 ms on Windows.
   */
  private static Clock threadCpuTime() throws Unavailable {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    if (!threads.isCurrentThreadCpuTimeSupported()) {
      throw new Unavailable("this JVM does not report a thread's CPU time");
    }
    if (!threads.isThreadCpuTimeEnabled()) {
      threads.setThreadCpuTimeEnabled(true);
    }
    return checked(
        "posix-thread-cputime",
        "CPU time of the calling thread",
        true,
        () -> orNone(threads.getCurrentThreadCpuTime()));
  }

  /**
   * Reads clock(3), in microseconds. If its library cannot be loaded, Java's own value is used, in
   * units of 10 ms.
   */
  private static Clock processCpuTime() throws Unavailable {
    try {
      return checked("stdc-clock", "CPU time of the process", false, StdcClock.open());
    } catch (CounterUnavailableException e) {
      String description = "CPU time of the process as Java reports it, because " + e.getMessage();
      if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
        return checked("stdc-clock", description, false, () -> orNone(system.getProcessCpuTime()));
      }
      throw new Unavailable("this JVM does not report the process's CPU time; " + e.getMessage());
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

  private static Clock checked(
      String name, String description, boolean followsThread, LongSupplier reading)
      throws Unavailable {
    Clock clock = new Clock(name, description, followsThread, reading);
    if (clock.nanos() == UNREADABLE) {
      throw new Unavailable("it cannot be read");
    }
    return clock;
  }
}
