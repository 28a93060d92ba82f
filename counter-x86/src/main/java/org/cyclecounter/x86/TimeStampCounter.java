// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;

/**
 * The time-stamp counter: 64 bits, counting at a constant rate on every processor since about 2008
 * (CPUID 0x80000007, EDX bit 8), whatever the core's own frequency is at the time, and synchronised
 * over the cores of a machine by the operating system. In a virtual machine it may be offset and
 * scaled by the hypervisor. It does not count the core's cycles: turbo and throttling do not show.
 * Its scope is the core where nothing says that it is invariant ({@link InvariantTsc}).
 *
 * <p>Sources: Intel SDM volume 3B, "Time-Stamp Counter"; AMD APM volume 2, "Time-Stamp Counter".
 * The ordered reads are LFENCE;RDTSC and RDTSCP;LFENCE, the latter LFENCE;RDTSC;LFENCE where CPUID
 * does not show RDTSCP.
 *
 * <p>libcpucycles reads it under four names, {@code amd64-tsc} and {@code x86-tsc} by the
 * compiler's intrinsic, {@code amd64-tscasm} and {@code x86-tscasm} by inline assembly. Here they
 * are one.
 */
final class TimeStampCounter extends NativeCounterSource implements SerializedReads {

  /** Result of {@link #order()}, {@code enum order} in C: no LFENCE (before the Pentium 4). */
  private static final int UNORDERED = 0;

  /** Result of {@link #order()}: both LFENCE and RDTSCP; 1, between the two, is LFENCE alone. */
  static final int RDTSCP = 2;

  /**
   * The reason that its scope is narrower; null before the first question, which takes CPUID tens
   * of microseconds where it traps, and the kernel's files longer.
   */
  private static volatile @Nullable String whyNarrower;

  /** The ordered reads to use: {@link #order()}. Set before there are reads. */
  private int order;

  TimeStampCounter(String name) {
    super(name, CounterKind.OFF_CORE, Scope.SYSTEM, X86Library.LIBRARY);
  }

  /** Plain RDTSC, which may be executed before earlier instructions have ended. */
  static native long ticks();

  /** LFENCE;RDTSC: not before earlier instructions have ended. */
  static native long fencedTicks();

  /** RDTSCP;LFENCE: later instructions do not begin before it, either. */
  static native long rdtscpTicks();

  /** LFENCE;RDTSC;LFENCE, for processors without RDTSCP. */
  static native long bothFencedTicks();

  /**
   * Asks CPUID which ordered reads the processor has: an ordinal of {@code enum order}. Where CPUID
   * traps it takes microseconds, so it is asked when a counter is opened and not by a read.
   */
  static native int order();

  /** Returns non-zero if CPUID says that the counter is invariant. */
  static native int isInvariant();

  @Override
  protected void check() {
    order = order();
  }

  @Override
  public String instruction() {
    return "RDTSC";
  }

  @Override
  public TickSource openSerialized() throws CounterUnavailableException {
    return new SerializedTsc(this).open();
  }

  @Override
  public String whyNarrower() {
    String known = whyNarrower;
    if (known == null) {
      known = isInvariant() != 0 ? "" : InvariantTsc.whyNot();
      whyNarrower = known;
    }
    return known;
  }

  @Override
  protected native long address(int function);

  // No switch: cold start 15.
  @Override
  protected long read(Function function) {
    if (function == Function.TICKS || order == UNORDERED) {
      return ticks();
    }
    if (function == Function.START_TICKS) {
      return fencedTicks();
    }
    return order == RDTSCP ? rdtscpTicks() : bothFencedTicks();
  }
}
