// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.arm;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/**
 * {@code arm64-perfpmc}: the thread's core cycles in user mode, counted by a Linux perf event that
 * each thread opens for itself on its first read; read without a system call, which {@code
 * kernel.perf_user_access} must allow. On a processor with cores of several kinds it is the sum of
 * one event for each kind.
 *
 * <p>Hazard: the kernel withdraws access from all threads when the setting becomes 0. A read is
 * then undefined (SIGILL), and guarded on the C side. Source: the kernel's
 * Documentation/arch/arm64/perf.rst.
 */
final class Arm64PerfPmc extends PerfEventSource {

  /** Bit 0 asks for a 64-bit counter, bit 1 for access in user mode: perf.rst. */
  private static final int CONFIG1 = 3;

  Arm64PerfPmc() {
    super("arm64-perfpmc", CounterKind.ON_CORE, ArmLibrary.LIBRARY);
  }

  static native long ticks();

  static native long orderedTicks();

  @Override
  protected native long address(int function);

  @Override
  protected native int setEvent(int place, int type, long config, long config1);

  @Override
  protected native long probe();

  @Override
  protected native long whyNot();

  @Override
  protected native boolean eventTimes(long[] times);

  /** Asks each PMU for its own event of cycles, with the access that an instruction needs. */
  @Override
  protected List<Event> events() {
    return cyclesOfEachPmu(CONFIG1);
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : orderedTicks();
  }
}
