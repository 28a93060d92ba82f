// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.util.OptionalLong;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads made by a counter's C functions. They go through JNI at first, which costs a starting JVM
 * nothing; the selector then uses {@link #linked()}. All else is known by the {@link #counter()}.
 *
 * @since 0.1.0
 */
public interface NativeTicks extends TickSource {

  /**
   * If this system property is {@code false}, {@link #linked()} returns the reads unchanged, and
   * all of them go through JNI.
   */
  String LINKED_READS_PROPERTY = "org.cyclecounter.linkedReads";

  /**
   * Returns the counter whose C functions read.
   *
   * @return the source that has been opened
   */
  NativeCounterSource counter();

  /**
   * Returns the address of the C function {@code int64_t f(void)} that {@link #ticks()} calls, for
   * taking many readings in C. Unlike {@link #entryPoint()} it need not be a leaf: it may be called
   * wherever {@link #ticks()} may, on a thread of this process.
   *
   * @return the address; 0 if there is none
   */
  default long address() {
    return counter().address(Function.TICKS.ordinal());
  }

  /**
   * Returns the address of the C function that {@link #startTicks()} calls. If there is an {@link
   * #entryPoint()}, this is a leaf function as well, and is also probed in the native child.
   *
   * @return the address; 0 if there is none or it is unknown
   */
  default long startAddress() {
    return counter().address(Function.START_TICKS.ordinal());
  }

  /**
   * Returns the address of the C function that {@link #stopTicks()} calls, as {@link
   * #startAddress()}.
   *
   * @return the address; 0 if there is none or it is unknown
   */
  default long stopAddress() {
    return counter().address(Function.STOP_TICKS.ordinal());
  }

  @Override
  default OptionalLong entryPoint() {
    long entry = counter().address(Function.ENTRY_POINT.ordinal());
    return entry == 0 ? OptionalLong.empty() : OptionalLong.of(entry);
  }

  /**
   * Returns the address of the {@code struct cc_probe} (probe.h) of a counter that each thread must
   * open before it reads: a native child uses it to open, read and close the counter. Such a
   * counter needs no {@link #entryPoint()}.
   *
   * @return the address; 0 for a counter whose functions can be called as they are
   */
  default long probe() {
    return counter().probe();
  }

  /**
   * Returns the state of the perf events by which the calling thread reads.
   *
   * @return null for a counter that is not made of perf events, and for a thread that has none
   */
  default @Nullable EventState eventState() {
    return counter() instanceof PerfEventSource events ? events.eventState() : null;
  }

  /**
   * Returns whether each thread must open a counter before it reads: one that is made of perf
   * events.
   *
   * @param source an open counter, of any provider
   * @return true if it has a {@link #probe()}
   */
  static boolean hasProbe(TickSource source) {
    return source instanceof NativeTicks natively && natively.probe() != 0;
  }

  /**
   * Returns the {@link #eventState()} of any counter.
   *
   * @param source an open counter, of any provider
   * @return null as there, and for a counter that is no C function
   */
  static @Nullable EventState eventState(TickSource source) {
    return source instanceof NativeTicks natively ? natively.eventState() : null;
  }

  /**
   * Returns the same reads, linked in the cheapest way of the running Java: a call without the
   * thread's change of state that the compiler sees as a constant. That is a downcall of the
   * foreign-function interface on Java 21 and newer, when native access is enabled for this module
   * or the provider's; on Java 17 the JVM's own entry points, on HotSpot for Linux on x86-64 and
   * aarch64. The first link of a JVM costs it some 30 (Java 17) to 100 ms.
   *
   * @return the linked reads; these if there is no cheaper way
   */
  TickSource linked();

  /**
   * Loads what {@link #linked()} needs: after this it works even if the class loader is closed
   * meanwhile. Takes some milliseconds, once, if {@link #canBeLinked()}.
   */
  static void preloadLinking() {
    CriticalLinker.preload();
  }

  /**
   * Returns why {@link #linked()} returned these reads instead of cheaper ones.
   *
   * @return one clause; empty if it did not, or if this Java has no cheaper way
   */
  default String notLinkedReason() {
    return counter().notLinkedReason;
  }

  /**
   * Returns whether {@link #linked()} may return other reads, judged only by the version of this
   * Java and the platform: checking whether native access is enabled takes reflection, which costs
   * a starting JVM 20 ms.
   *
   * @return true if linking should be probed
   */
  static boolean canBeLinked() {
    int java = Runtime.version().feature();
    if (java != EntryPointCalls.VERSION) {
      return java >= ForeignCalls.SINCE;
    }
    String platform = Platform.current().prefix();
    return platform.equals("linux-x86-64") || platform.equals("linux-aarch64");
  }
}
