// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.SerializedReads;
import org.cyclecounter.spi.TickSource;

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
  static FencedCounter of(CycleCounter counter) {
    String name = counter.implementation();
    try {
      CounterSource source = find(name);
      // A scaled counter's cycles are not its ticks.
      if (source instanceof SerializedReads reads && source.scaling() instanceof Scaling.None) {
        return new FencedCounter(counter, reads.openSerialized());
      }
    } catch (CounterUnavailableException e) {
      throw new UnsupportedOperationException(
          "The counter " + name + " cannot be read between CPUIDs: " + e.getMessage() + ".", e);
    }
    throw new UnsupportedOperationException(
        "The counter "
            + name
            + " has no reads between CPUIDs; only time-stamp counters of x86, such as amd64-tsc,"
            + " have them.");
  }

  private static CounterSource find(String name) throws CounterUnavailableException {
    Iterator<CycleCounterProvider> providers =
        ServiceLoader.load(CycleCounterProvider.class, CycleCounter.class.getClassLoader())
            .iterator();
    while (true) {
      try {
        if (!providers.hasNext()) {
          throw new CounterUnavailableException(
              "its provider is not found by a ServiceLoader here");
        }
        for (CounterSource source : providers.next().counters()) {
          if (source.name().equals(name)) {
            return source;
          }
        }
      } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
        // A provider that fails here is not that of a counter that works.
      }
    }
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
