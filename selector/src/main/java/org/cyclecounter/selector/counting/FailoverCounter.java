// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;

/**
 * A counter that may be taken away while it is in use, from all threads ({@link
 * org.cyclecounter.spi.CounterLostException}) or from one that cannot have its own any more:
 * readings of all threads go on with the next counter's, because a difference between two counters
 * means nothing. Costs a load and a comparison. A record, like {@link TickCounter}.
 *
 * <p>The exceptions of the SPI for both kinds of loss are {@link IllegalStateException}s; any other
 * one is the counter's own fault and reaches the program.
 *
 * @param first the selected counter
 * @param chain its successors, of which the last cannot be lost
 */
public record FailoverCounter(CycleCounter first, FallbackChain chain)
    implements Composition.Wrapping {

  @Override
  public CycleCounter wrapped() {
    return chain.current(first);
  }

  @Override
  public long cycles() {
    if (chain.index() != 0) {
      return chain.cycles();
    }
    try {
      return first.cycles();
    } catch (IllegalStateException e) {
      chain.lose(0, e);
      return chain.cycles();
    }
  }

  @Override
  public long start() {
    if (chain.index() != 0) {
      return chain.start();
    }
    try {
      return first.start();
    } catch (IllegalStateException e) {
      chain.lose(0, e);
      return chain.start();
    }
  }

  @Override
  public long stop() {
    if (chain.index() != 0) {
      return chain.stop();
    }
    try {
      return first.stop();
    } catch (IllegalStateException e) {
      chain.lose(0, e);
      return chain.stop();
    }
  }

  /** As for all counters of a selection: without asking the chain. */
  @Override
  public long cyclesPerSecond() {
    return first.cyclesPerSecond();
  }
}
