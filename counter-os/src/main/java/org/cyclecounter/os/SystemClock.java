// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * A clock that Java has without native code, in fixed units of time. It cannot crash, so it needs
 * no probe: it is read in this process at once, even where no process can be started.
 *
 * @param name the counter's name
 * @param scaling from its ticks to cycles
 * @param isZero true for {@code default-zero}, which is never opened
 */
record SystemClock(String name, Scaling scaling, boolean isZero) implements CounterSource {

  /**
   * {@code default-monotonic}: {@link System#nanoTime()}, which HotSpot implements by
   * clock_gettime(CLOCK_MONOTONIC) on Linux and the BSDs, mach_absolute_time on macOS and
   * QueryPerformanceCounter on Windows (os::javaTimeNanos in OpenJDK), and compiles to a direct
   * call.
   *
   * <p>It works wherever Java does; the selector reads the same by itself where no counter works.
   * Nanoseconds from any origin, not adjusted when the wall clock is set.
   */
  static SystemClock monotonic() {
    return new SystemClock("default-monotonic", Scaling.ticksPerSecond(1_000_000_000), false);
  }

  /**
   * {@code default-zero}: listed as in libcpucycles but never opened. If nothing else works, the
   * selector itself returns the zero.
   */
  static SystemClock zero() {
    return new SystemClock("default-zero", Scaling.none(), true);
  }

  @Override
  public CounterKind kind() {
    return CounterKind.FIXED_RESOLUTION;
  }

  @Override
  public Scope scope() {
    return Scope.SYSTEM;
  }

  @Override
  public boolean mayCrash() {
    return false;
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    if (isZero) {
      throw new CounterUnavailableException("always 0: the last resort when nothing else works");
    }
    return System::nanoTime;
  }
}
