// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.counting.ConstantCounters;
import org.cyclecounter.selector.counting.CounterParts;
import org.cyclecounter.selector.counting.LinkedReads;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * A counter whose ordered reads are serialised by CPUID. A record, because the compiler trusts its
 * fields to be constant.
 *
 * @param counter the counter
 * @param fenced its serialised reads, whose ticks are cycles
 */
record FencedCounter(CycleCounter counter, TickSource fenced) implements CycleCounter {

  /**
   * Finds the serialised reads of a counter.
   *
   * @throws UnsupportedOperationException if it has none, with the reason
   */
  static CycleCounter of(CycleCounter counter) {
    String name = counter.implementation();
    try {
      CounterParts parts = CounterParts.of(counter);
      TickSource fenced = parts == null ? null : serialized(parts);
      if (fenced != null) {
        return ConstantCounters.of(new FencedCounter(counter, fenced));
      }
    } catch (CounterUnavailableException e) {
      throw new UnsupportedOperationException(
          "The counter " + name + " cannot be read between CPUIDs: " + e.getMessage() + ".", e);
    }
    throw new UnsupportedOperationException(
        "The counter "
            + name
            + " has no reads between CPUIDs; only time-stamp counters of x86, such as amd64-tsc,"
            + " have them, as the selector returns them.");
  }

  /**
   * Opens the serialised reads, linked as the counter's own reads are.
   *
   * @return an open source whose ticks are cycles; null if the counter has none
   */
  private static @Nullable TickSource serialized(CounterParts parts)
      throws CounterUnavailableException {
    return parts.cyclesPerTick().isOne()
            && parts.source() instanceof NativeTicks natively
            && natively.counter() instanceof SerializedReads reads
        ? LinkedReads.of(reads.openSerialized(), Long.SIZE).source()
        : null;
  }

  @Override
  public long cycles() {
    return counter.cycles();
  }

  @Override
  public long start() {
    return fenced.startTicks();
  }

  @Override
  public long stop() {
    return fenced.stopTicks();
  }

  @Override
  public long cyclesPerSecond() {
    return counter.cyclesPerSecond();
  }

  @Override
  public String implementation() {
    return counter.implementation();
  }

  @Override
  public Scope scope() {
    return counter.scope();
  }
}
