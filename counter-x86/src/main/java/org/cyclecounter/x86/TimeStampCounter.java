// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import java.nio.file.Path;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.Platform;
import org.jspecify.annotations.Nullable;

/**
 * The time-stamp counter: 64 bits, counting at a constant rate on every processor since about 2008
 * (CPUID 0x80000007, EDX bit 8), whatever the core's own frequency is at the time, and synchronised
 * over the cores of a machine by the operating system. In a virtual machine it may be offset and
 * scaled by the hypervisor. It does not count the core's cycles: turbo and throttling do not show.
 * Its scope is the core if nothing says that it is invariant ({@link InvariantTsc}), or if the
 * kernel has given it up as a clock source, whatever CPUID says.
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
   * The names of Linux's clock sources. The kernel takes {@code tsc} off the list when it finds
   * that cores differ or that the rate changes, at boot or later, and does not list it under a
   * hypervisor that does not promise a constant rate, such as an older Hyper-V (arch/x86/kernel/
   * tsc.c, {@code mark_tsc_unstable}; kernel/time/clocksource.c). Guests of KVM and Xen list it
   * beside the hypervisor's clock, so {@code current_clocksource} would prove nothing.
   */
  private static final Path CLOCK_SOURCES =
      Path.of("/sys/devices/system/clocksource/clocksource0/available_clocksource");

  private final Path clockSources;

  /**
   * The reason that its scope is narrower; null before the first question, which takes tens of
   * microseconds: a small file, and CPUID where it traps. Not shared with counters of later
   * selections: the kernel may have given the counter up since.
   */
  private volatile @Nullable String narrowingReason;

  /** The ordered reads to use: {@link #order()}. Set before the first read. */
  private int order;

  TimeStampCounter(String name) {
    this(name, CLOCK_SOURCES);
  }

  TimeStampCounter(String name, Path clockSources) {
    super(name, CounterKind.OFF_CORE, Scope.SYSTEM, X86Library.LIBRARY);
    this.clockSources = clockSources;
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
  public String narrowingReason() {
    String known = narrowingReason;
    if (known == null) {
      known = whyGivenUp(Platform.read(clockSources));
      if (known.isEmpty() && isInvariant() == 0) {
        known = InvariantTsc.whyNot();
      }
      narrowingReason = known;
    }
    return known;
  }

  /**
   * Says that the kernel has given the counter up; empty if it has not, or if the list is empty.
   * {@code tsc-early} stands in the list until the kernel has measured the rate.
   */
  private static String whyGivenUp(String clockSources) {
    return clockSources.isEmpty() || (" " + clockSources).contains(" tsc")
        ? ""
        : "the kernel does not accept it as a clock source (available_clocksource: "
            + clockSources
            + "), so cores may differ";
  }

  @Override
  public long nominalHz() {
    return NominalRate.hz(NominalRate::cpuid);
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
