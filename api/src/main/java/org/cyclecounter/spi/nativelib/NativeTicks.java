package org.cyclecounter.spi.nativelib;

import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads made by a C function. They go through JNI at first, because that costs a starting JVM
 * nothing; whoever has chosen the counter takes {@link #linked()} instead.
 */
public interface NativeTicks extends TickSource {

  /**
   * The address of the C function {@code int64_t f(void)} that {@link #ticks()} calls, for taking
   * many readings in C. Unlike {@link #entryPoint()} it need not be a leaf: it may be called where
   * {@link #ticks()} may, on a thread of this process.
   *
   * @return the address; 0 where there is none
   */
  long address();

  /**
   * The address of the C function that {@link #startTicks()} calls. Where there is an {@link
   * #entryPoint()}, this is a leaf function as well, and it is tried in the native child, too.
   *
   * @return the address; 0, as here, where there is none or where it is not known
   */
  default long startAddress() {
    return 0;
  }

  /**
   * The address of the C function that {@link #stopTicks()} calls, as {@link #startAddress()}.
   *
   * @return the address; 0, as here, where there is none or where it is not known
   */
  default long stopAddress() {
    return 0;
  }

  /**
   * The address of the {@code struct cc_probe} (probe.h) of a counter that each thread has to open
   * before it reads: a native child opens, reads and closes it through that. Such a counter needs
   * no {@link #entryPoint()}.
   *
   * @return the address; 0, as here, of a counter whose functions can be called as they are
   */
  default long probe() {
    return 0;
  }

  /**
   * Says for people why the probe could not open the counter.
   *
   * @param result what the probe's {@code open} gave: a negated errno or a positive number of the
   *     counter's
   * @return one sentence, with a remedy where there is one
   */
  default String explain(int result) {
    return "it cannot be opened: " + (result < 0 ? "errno " + -result : "reason " + result);
  }

  /**
   * What kept the probe from opening the counter, for code.
   *
   * @param result as for {@link #explain}
   * @return null, as here, where nothing is known that could be changed
   */
  default @Nullable Obstacle obstacle(int result) {
    return null;
  }

  /**
   * The perf events that the calling thread reads by.
   *
   * @return null, as here, for a counter that is not made of any, and for a thread that has none
   */
  default @Nullable EventState eventState() {
    return null;
  }

  /**
   * The same reads, linked in the cheapest way the running Java has: a downcall of the
   * foreign-function interface that the compiler sees as a constant (Java 22 and newer, when native
   * access is enabled for this module). The first link of a JVM costs it about 0.1 s.
   *
   * @return the linked reads; these where there is no cheaper way
   */
  TickSource linked();

  /**
   * Whether {@link #linked()} can give anything else, by the version of this Java alone: to ask
   * whether native access is enabled takes reflection, which costs a starting JVM 20 ms.
   *
   * @return true if linking is worth a try
   */
  static boolean canBeLinked() {
    return Runtime.version().feature() >= CriticalLinker.SINCE;
  }
}
