// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.misc;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/** The only counter of each of these processors; its library has only that counter's C file. */
final class MiscCounter extends NativeCounterSource {

  private final int bits;

  private MiscCounter(String name, CounterKind kind, Scope scope, Scaling scaling, int bits) {
    super(name, kind, scope, MiscLibrary.LIBRARY, scaling);
    this.bits = bits;
  }

  /**
   * {@code mips64-cc}: the core's cycles, 32 bits: hardware register 2, the cycle counter, times
   * hardware register 3, the number of cycles at which it advances. RDHWR faults if the kernel has
   * not set the registers' bits in HWREna.
   *
   * <p>Source: MIPS64 Architecture volume II, MD00087.
   */
  static MiscCounter mips64Cc() {
    return new MiscCounter("mips64-cc", CounterKind.ON_CORE, Scope.CORE, Scaling.none(), 32);
  }

  /**
   * {@code s390x-stckf}: the time-of-day clock by STORE CLOCK FAST, the same on all processors. Its
   * bit 51 is a microsecond, so its lowest bit ticks 4,096,000,000 times a second; the clock's
   * highest bit is set today, so that a reading is negative and only differences count.
   *
   * <p>Source: z/Architecture Principles of Operation, SA22-7832, "Time-of-Day Clock".
   */
  static MiscCounter s390xStckf() {
    Scaling scaling = Scaling.ticksPerSecond(4_096_000_000L);
    return new MiscCounter("s390x-stckf", CounterKind.FIXED_RESOLUTION, Scope.SYSTEM, scaling, 64);
  }

  /**
   * {@code sparc64-rdtick}: the processor's TICK register, 63 bits. Cycles of the core on older
   * processors, a clock of constant rate on newer ones. Faults (SIGILL) if the kernel has set NPT.
   *
   * <p>Source: SPARC Architecture Manual, version 9.
   */
  static MiscCounter sparc64Rdtick() {
    return new MiscCounter("sparc64-rdtick", CounterKind.ON_CORE, Scope.CORE, Scaling.none(), 64);
  }

  /**
   * {@code loong64-rdtime}: the constant-rate stable counter, the same on all cores, 100 MHz on
   * most; CPUCFG words 4 and 5 hold its rate.
   *
   * <p>Source: LoongArch Reference Manual, volume 1.
   */
  static MiscCounter loong64Rdtime() {
    Scaling scaling = Scaling.findMultiplier();
    return new MiscCounter("loong64-rdtime", CounterKind.OFF_CORE, Scope.SYSTEM, scaling, 64);
  }

  static native long ticks();

  static native long orderedTicks();

  @Override
  protected native long address(int function);

  @Override
  protected native long ticksPerSecond();

  @Override
  public int bits() {
    return bits;
  }

  @Override
  protected long read(Function function) {
    return function == Function.TICKS ? ticks() : orderedTicks();
  }
}
