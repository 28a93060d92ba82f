// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.TickSource;
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

  SerializedTsc(TimeStampCounter counter) {
    super(counter.name(), CounterKind.OFF_CORE, Scope.SYSTEM, X86Library.LIBRARY);
    this.counter = counter;
  }

  static native long cpuidTicks();

  static native long rdtscpCpuidTicks();

  static native long cpuidAddress();

  static native long rdtscpCpuidAddress();

  @Override
  protected long address(int function) {
    return switch (Function.values()[function]) {
      case START_TICKS -> cpuidAddress();
      case STOP_TICKS -> TimeStampCounter.hasRdtscp() ? rdtscpCpuidAddress() : cpuidAddress();
      case TICKS -> counter.address(function);
      case ENTRY_POINT -> 0;
    };
  }

  @Override
  protected TickSource jniRead(Function function) {
    return switch (function) {
      case START_TICKS -> SerializedTsc::cpuidTicks;
      case STOP_TICKS ->
          TimeStampCounter.hasRdtscp()
              ? SerializedTsc::rdtscpCpuidTicks
              : SerializedTsc::cpuidTicks;
      case TICKS, ENTRY_POINT -> counter.jniRead(Function.TICKS);
    };
  }
}
