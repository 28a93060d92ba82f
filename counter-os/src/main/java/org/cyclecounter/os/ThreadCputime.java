// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * {@code thread-cputime}: the time the calling thread has spent on a processor, in user mode and in
 * the kernel; it stands still while the thread waits. On Linux, macOS and FreeBSD nanoseconds, by
 * clock_gettime(CLOCK_THREAD_CPUTIME_ID); on Windows units of 100 ns, by GetThreadTimes, which
 * Windows advances at clock interrupts only, every 1 to 16 ms. System calls cannot crash: it is
 * read in this process at once.
 */
final class ThreadCputime extends SystemCall {

  ThreadCputime() {
    super(
        "thread-cputime",
        CounterKind.FIXED_RESOLUTION,
        Scope.THREAD,
        Scaling.ticksPerSecond(
            Platform.current().os().equals("win32") ? 10_000_000 : 1_000_000_000));
  }

  @Override
  native long ticks();

  @Override
  protected native long address(int function);

  /** Reads once: some systems have the function and fail. The unit is fixed on each system. */
  @Override
  protected void check() throws CounterUnavailableException {
    if (ticks() == CheckedTicks.UNREADABLE) {
      throw new CounterUnavailableException("this system does not report a thread's CPU time");
    }
  }

  @Override
  protected TickSource wrap(NativeTicks reads) {
    return new CheckedTicks(reads, "the system does not report this thread's CPU time");
  }
}
