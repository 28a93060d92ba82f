// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.riscv;

import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.nativelib.PerfEventSource;

/**
 * {@code riscv64-perfrdcycle} and {@code riscv32-perfrdcycle}: the thread's cycles in user mode,
 * counted by a Linux perf event that each thread opens for itself on its first read; read without a
 * system call from whichever counter the kernel gave the event, which {@code
 * kernel.perf_user_access} must allow.
 *
 * <p>Hazard: when a thread that has an event ends, the kernel takes the right to read from all of
 * the process's cores ({@code pmu_sbi_event_unmapped}; seen with Linux 6.12), and other threads'
 * reads are undefined (SIGILL) until their next turn. The C side catches the fault and uses read(2)
 * until then; only a setting of 0 is a loss (docs/perf-events.md). Run under system emulation in 64
 * bits; compiled only in 32.
 */
final class PerfRdcycle extends PerfEventSource {

  PerfRdcycle(String name) {
    super(name, CounterKind.ON_CORE, RiscvLibrary.LIBRARY);
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

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : orderedTicks();
  }
}
