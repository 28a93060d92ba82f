// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import java.time.Instant;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * {@code default-gettimeofday}: microseconds since 1970, by the packaged library where there is one
 * for the platform, by {@link Instant#now()} elsewhere (whose resolution is the platform's, a
 * microsecond or better on most, and which may allocate until it is compiled). Hazard: it steps,
 * backwards too, when the wall clock is set. System calls cannot crash: it is read in this process
 * at once.
 *
 * <p>On Linux the C call is answered without a system call where the kernel offers that (vDSO). Its
 * microseconds are the finest that {@code highResolution=false} allows.
 */
final class DefaultGettimeofday extends SystemCall {

  DefaultGettimeofday() {
    super(
        "default-gettimeofday",
        CounterKind.FIXED_RESOLUTION,
        Scope.SYSTEM,
        Scaling.ticksPerSecond(1_000_000));
  }

  @Override
  native long ticks();

  @Override
  protected native long address(int function);

  @Override
  protected TickSource openOtherwise(CounterUnavailableException e) {
    return DefaultGettimeofday::microsecondsOfTheJdk;
  }

  static long microsecondsOfTheJdk() {
    Instant instant = Instant.now();
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
  }
}
