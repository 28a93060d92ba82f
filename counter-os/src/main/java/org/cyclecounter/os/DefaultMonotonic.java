package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * {@code default-monotonic}: {@link System#nanoTime()}, which HotSpot implements by
 * clock_gettime(CLOCK_MONOTONIC) on Linux and the BSDs, mach_absolute_time on macOS and
 * QueryPerformanceCounter on Windows (os::javaTimeNanos in OpenJDK), and compiles to a direct call.
 */
final class DefaultMonotonic implements CounterSource {

  @Override
  public String name() {
    return "default-monotonic";
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
  public Scaling scaling() {
    return Scaling.ticksPerSecond(1_000_000_000);
  }

  @Override
  public boolean mayCrash() {
    return false;
  }

  @Override
  public TickSource open() {
    return System::nanoTime;
  }
}
