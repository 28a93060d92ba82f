// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.PerfEvents;

/**
 * {@code arm64-pmc}: the core's cycles by PMCCNTR_EL0, in every privilege level and for every
 * process on the core; it stops while the core waits for an interrupt (WFI, WFE). Undefined in user
 * mode (SIGILL) unless PMUSERENR_EL0 allows it, which on Linux takes a kernel module. An ordered
 * read has an ISB on each side.
 *
 * <p>Run under user emulation, where it is undefined.
 */
final class Arm64Pmc extends NativeCounterSource {

  Arm64Pmc() {
    super("arm64-pmc", CounterKind.ON_CORE, Scope.CORE, ArmLibrary.LIBRARY);
  }

  static native long ticks();

  static native long orderedTicks();

  /** Puts the guard of SIGILL in force: a read that faults becomes a loss. */
  @Override
  protected native void guard();

  @Override
  protected native long address(int function);

  /**
   * Rejects a kernel that lends the register to threads with a perf event: a core may go on
   * allowing it to others for a while, so a probe proves nothing.
   */
  @Override
  protected void check() throws CounterUnavailableException {
    if (PerfEvents.userAccess() == 1) {
      throw new CounterUnavailableException(
          "kernel.perf_user_access is 1: only a thread with its own perf event may read the"
              + " register, as arm64-perfpmc does");
    }
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : orderedTicks();
  }

  @Override
  protected TickSource wrap(NativeTicks reads) {
    return CheckedTicks.losable(
        reads,
        "reading PMCCNTR_EL0 faults (SIGILL): was the kernel module that allows it unloaded?");
  }
}
