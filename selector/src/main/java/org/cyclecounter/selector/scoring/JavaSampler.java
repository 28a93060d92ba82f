// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.spi.TickSource;

/**
 * Reads a counter in a loop in Java, as a program does. Each counter has a hidden copy of this
 * class: the JVM compiles the loop for the one counter it has seen there, as it does a program's
 * own; in a loop that all counters share, the call itself would cost more than most reads.
 */
final class JavaSampler extends Sampler {

  /**
   * Readings between two looks at the clock: few, so that a slow counter keeps to the time, and
   * enough that a short loop is compiled as one.
   */
  private static final int WARM_UP_READINGS = 32;

  /**
   * The time of the warm-up, in nanoseconds: the loop runs, then waits for the compiler. Until the
   * loop is compiled the interpreter's time would be taken for the counter's.
   */
  private static final long WARM_UP_NS = 8_000_000;

  private final TickSource source;
  private final long[] readings = new long[READINGS];

  JavaSampler(TickSource source) {
    this.source = source;
  }

  /**
   * Makes a sampler in a hidden copy of this class, whose profile has seen one counter only; in
   * this class itself where the JVM cannot define one.
   */
  static Sampler create(TickSource source) {
    try (InputStream in = JavaSampler.class.getResourceAsStream("JavaSampler.class")) {
      byte[] template = Objects.requireNonNull(in).readAllBytes();
      MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(template, true);
      MethodType constructor = MethodType.methodType(void.class, TickSource.class);
      return (Sampler) hidden.findConstructor(hidden.lookupClass(), constructor).invoke(source);
    } catch (Throwable e) { // a native image's, or a JAR that cannot be read any more
      return new JavaSampler(source);
    }
  }

  @Override
  public void warmUp(int maxReads) {
    long startNs = System.nanoTime();
    for (int reads = 0;
        reads < maxReads && System.nanoTime() - startNs < WARM_UP_NS;
        reads += WARM_UP_READINGS) {
      sample(WARM_UP_READINGS);
    }
    // The JVM compiles frequently called methods in the background.
    LockSupport.parkNanos(startNs + WARM_UP_NS - System.nanoTime());
  }

  @Override
  public long reading(int index) {
    return readings[index];
  }

  @Override
  public long smallest(int bits, Ratio cyclesPerTick) {
    long origin = cyclesPerTick.isOne() ? 0 : value(source.ticks(), bits);
    long startNs = System.nanoTime();
    sample(READINGS);
    readingsNs = System.nanoTime() - startNs; // the loop below may be interpreted
    // The readings are kept raw and scaled afterwards: a multiplication would be part of the read.
    long smallest = 0;
    long before = 0;
    for (int i = 0; i < READINGS; i++) {
      long count = cyclesPerTick.times(value(readings[i], bits) - origin);
      long difference = count - before;
      before = count;
      if (i > 0 && difference < 0) {
        return -1;
      }
      if (i > 0 && difference > 0 && (smallest == 0 || difference < smallest)) {
        smallest = difference;
      }
    }
    return smallest;
  }

  private static long value(long ticks, int bits) {
    return bits == 32 ? ticks & 0xffff_ffffL : ticks;
  }

  /** Nothing but reads and stores: any other work here counts as the counter's cost. */
  private void sample(int number) {
    for (int i = 0; i < number; i++) {
      readings[i] = source.ticks();
    }
  }
}
