// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * The time-stamp counter read between CPUIDs, CPUID;RDTSC and RDTSCP;CPUID, as Intel's paper on
 * benchmarking and gotsc do; the latter CPUID;RDTSC where CPUID does not show RDTSCP. Not one of
 * the provider's counters: {@link TimeStampCounter#openSerialized()} returns it.
 *
 * <p>Hazard: CPUID traps in virtual machines, at microseconds each. Sources: Intel 324264-001,
 * 3.2.1; Intel SDM volume 3A, "Serializing Instructions"; AMD APM volume 2, 7.6.4.
 *
 * <p>The start's CPUID comes before its read and the stop's after its own, so neither is in the
 * region; without RDTSCP the stop's is.
 */
final class SerializedTsc extends NativeCounterSource {

  private final TimeStampCounter counter;

  /** True if stops use RDTSCP; set before the first read. */
  private boolean hasRdtscp;

  SerializedTsc(TimeStampCounter counter) {
    super(counter.name(), CounterKind.OFF_CORE, Scope.SYSTEM, X86Library.LIBRARY);
    this.counter = counter;
  }

  static native long cpuidTicks();

  static native long rdtscpCpuidTicks();

  static native long cpuidAddress();

  static native long rdtscpCpuidAddress();

  @Override
  protected void check() {
    hasRdtscp = TimeStampCounter.order() == TimeStampCounter.RDTSCP;
  }

  @Override
  protected long address(int function) {
    return switch (Function.values()[function]) {
      case START_TICKS -> cpuidAddress();
      case STOP_TICKS -> hasRdtscp ? rdtscpCpuidAddress() : cpuidAddress();
      case TICKS -> counter.address(function);
      case ENTRY_POINT -> 0;
    };
  }

  @Override
  protected long read(Function function) {
    if (function == Function.TICKS) {
      return TimeStampCounter.ticks();
    }
    return function == Function.STOP_TICKS && hasRdtscp ? rdtscpCpuidTicks() : cpuidTicks();
  }
}
