// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * {@code default-monotonic}: {@link System#nanoTime()}, which HotSpot implements by
 * clock_gettime(CLOCK_MONOTONIC) on Linux and the BSDs, mach_absolute_time on macOS and
 * QueryPerformanceCounter on Windows (os::javaTimeNanos in OpenJDK), and compiles to a direct call.
 *
 * <p>No native code, so it works wherever Java does; the selector reads the same by itself where no
 * counter works. Nanoseconds from any origin, not adjusted when the wall clock is set.
 */
final class DefaultMonotonic extends SystemClock {

  DefaultMonotonic() {
    super("default-monotonic", Scaling.ticksPerSecond(1_000_000_000));
  }

  @Override
  public TickSource open() {
    return System::nanoTime;
  }
}
