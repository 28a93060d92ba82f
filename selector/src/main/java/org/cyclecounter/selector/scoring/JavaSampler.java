// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
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
  private static final int CHUNK = 32;

  /** The processor time of a round of the warm-up, in nanoseconds. */
  private static final long ROUND_NS = 4_000_000;

  /** Ends a round where the clock does not move during a chunk. */
  private static final int MAX_CHUNKS = 20_000;

  /**
   * Rounds in which reads do not become cheaper, one after the other, before the loop is taken for
   * compiled: the compilers' threads have had as much processor time, also on a busy machine.
   */
  private static final int RESTING_ROUNDS = 3;

  /** The interpreter takes more than twice as long for any chunk, in nanoseconds. */
  private static final long COMPILED_NS = 200;

  /** Less than this part of the time before is cheaper; less by noise is not. */
  private static final double CHEAPER = 0.9;

  /** Stores without a read, about as long as a chunk of cheap reads. */
  private static final int SPINS = 1_000;

  private final TickSource source;
  private final long[] readings = new long[READINGS];

  /** The time of the quickest chunk, which no other thread has interrupted, in nanoseconds. */
  private long leastNs = Long.MAX_VALUE;

  @SuppressWarnings("unused") // written, so that a loop is not optimised away
  private volatile int sink;

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
  public void warmUp() {
    int resting = 0;
    // Of no time at all nothing follows: the clock does not move during a chunk.
    while (resting < RESTING_ROUNDS && (leastNs > COMPILED_NS || leastNs == 0)) {
      long beforeNs = leastNs;
      warmUp(Integer.MAX_VALUE);
      resting = leastNs < CHEAPER * beforeNs ? 0 : resting + 1;
    }
  }

  @Override
  public void warmUp(int maxReads) {
    long leastSpinNs = Long.MAX_VALUE;
    long ranNs = 0;
    int reads = 0;
    // Not the time that has passed: beside other threads little of it is this one's, and little
    // the compilers'.
    for (int i = 0; i < MAX_CHUNKS && ranNs < ROUND_NS; i++) {
      long startNs = System.nanoTime();
      if (reads < maxReads) {
        read(CHUNK);
        reads += CHUNK;
        leastNs = Math.min(leastNs, System.nanoTime() - startNs);
        ranNs += leastNs;
      } else {
        spin();
        leastSpinNs = Math.min(leastSpinNs, System.nanoTime() - startNs);
        ranNs += leastSpinNs;
      }
    }
  }

  private void spin() {
    for (int i = 0; i < SPINS; i++) {
      sink = i;
    }
  }

  @Override
  public long reading(int index) {
    return readings[index];
  }

  @Override
  public long smallest(int bits, Ratio cyclesPerTick) {
    long origin = cyclesPerTick.isOne() ? 0 : value(source.ticks(), bits);
    long startNs = System.nanoTime();
    read(READINGS);
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
  @Override
  void read(int number) {
    for (int i = 0; i < number; i++) {
      readings[i] = source.ticks();
    }
  }
}
