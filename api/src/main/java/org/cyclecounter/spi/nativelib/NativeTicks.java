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
   * The system property that keeps all reads with JNI where it is {@code false}: {@link #linked()}
   * gives nothing else then.
   */
  String LINKED_READS_PROPERTY = "org.cyclecounter.linkedReads";

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
   * The same reads, linked in the cheapest way the running Java has: a call without the thread's
   * change of state that the compiler sees as a constant. That is a downcall of the
   * foreign-function interface on Java 21 and newer, when native access is enabled for this module
   * or the provider's; on Java 17 the JVM's own entry points, on HotSpot for Linux on x86-64 and
   * aarch64. The first link of a JVM costs it some 30 (Java 17) to 100 ms.
   *
   * @return the linked reads; these where there is no cheaper way
   */
  TickSource linked();

  /**
   * Why {@link #linked()} gave these reads instead of cheaper ones.
   *
   * @return one clause; empty, as here, where it did not, or where this Java has no cheaper way
   */
  default String whyNotLinked() {
    return "";
  }

  /**
   * Whether {@link #linked()} can give anything else, by the version of this Java and the platform
   * alone: to ask whether native access is enabled takes reflection, which costs a starting JVM 20
   * ms.
   *
   * @return true if linking is worth a try
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
