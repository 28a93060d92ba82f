// SPDX-License-Identifier: Apache-2.0
package com.example.rawclock;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * Nanoseconds of {@code CLOCK_MONOTONIC_RAW} (Linux 2.6.28, macOS 10.12: clock_gettime(2)), which
 * runs at the hardware's own rate: NTP does not slew it, as it does {@link System#nanoTime()}.
 */
final class RawClock implements CounterSource {

  @Override
  public String name() {
    return "raw-clock";
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

  // mayCrash() stays true: a wrong declaration of a C function can end the process.

  @Override
  public TickSource open() throws CounterUnavailableException {
    try {
      if (!LibC.hasRawClock()) {
        throw new CounterUnavailableException("this system has no CLOCK_MONOTONIC_RAW");
      }
      return LibC::rawNs;
    } catch (LinkageError | IllegalCallerException e) {
      throw new CounterUnavailableException("JNA cannot be used: " + e.getMessage(), e);
    }
  }
}
