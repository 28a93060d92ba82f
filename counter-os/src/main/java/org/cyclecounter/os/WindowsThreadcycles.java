// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * {@code windows-threadcycles}: cycles of the calling thread, in user mode and in the kernel, by
 * Windows's QueryThreadCycleTime, from the start of the thread. Microsoft advises against
 * converting them to time. On x64 they are ticks of the time-stamp counter, at its constant rate
 * whatever the core's, so its kind is off-core; on ARM64 they are core cycles. System calls cannot
 * crash: it is read in this process at once. Source: realtimeapiset.h; Windows Vista and newer.
 */
final class WindowsThreadcycles extends SystemCall {

  WindowsThreadcycles() {
    super("windows-threadcycles", CounterKind.OFF_CORE, Scope.THREAD, Scaling.none());
  }

  @Override
  native long ticks();

  @Override
  protected native long address(int function);

  @Override
  public Counted counted() {
    return countedOn(Platform.current().processor());
  }

  /**
   * Returns the unit, by the processor: Windows sums differences of the time-stamp counter on x64,
   * of PMCCNTR_EL0 on ARM64. On others the unit is unknown, and ticks are the weaker claim.
   */
  static Counted countedOn(String processor) {
    return processor.equals("aarch64") ? Counted.CORE_CYCLES : Counted.TICKS;
  }

  @Override
  public String instruction() {
    return "QueryThreadCycleTime()";
  }

  /**
   * Reads once: QueryThreadCycleTime gives 0 on failure, which the C side turns into UNREADABLE.
   */
  @Override
  protected void check() throws CounterUnavailableException {
    if (ticks() == CheckedTicks.UNREADABLE) {
      throw new CounterUnavailableException("QueryThreadCycleTime fails on this Windows");
    }
  }

  @Override
  protected TickSource wrap(NativeTicks reads) {
    return new CheckedTicks(reads, "QueryThreadCycleTime fails for this thread");
  }
}
