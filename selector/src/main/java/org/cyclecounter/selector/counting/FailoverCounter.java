// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;

/**
 * A counter that may be taken away while it is in use, from all threads ({@link
 * org.cyclecounter.spi.CounterLostException}) or from a thread that can no longer open it: readings
 * of all threads go on with the next counter's, because a difference between two counters means
 * nothing. Costs a load and a comparison. A record, like {@link TickCounter}.
 *
 * <p>Any exception of a read is a loss, but for a full stack: {@link FallbackChain#lose}.
 *
 * @param first the selected counter
 * @param chain that counter and its successors, of which the last cannot be lost
 */
public record FailoverCounter(CycleCounter first, FallbackChain chain)
    implements ForwardingCounter {

  @Override
  public CycleCounter wrapped() {
    return chain.current(first);
  }

  @Override
  public long cycles() {
    try {
      return chain.index() == 0 ? first.cycles() : chain.read(FallbackChain.TICKS);
    } catch (Throwable e) {
      return chain.readNext(FallbackChain.TICKS, e);
    }
  }

  @Override
  public long start() {
    try {
      return chain.index() == 0 ? first.start() : chain.read(FallbackChain.START_TICKS);
    } catch (Throwable e) {
      return chain.readNext(FallbackChain.START_TICKS, e);
    }
  }

  @Override
  public long stop() {
    try {
      return chain.index() == 0 ? first.stop() : chain.read(FallbackChain.STOP_TICKS);
    } catch (Throwable e) {
      return chain.readNext(FallbackChain.STOP_TICKS, e);
    }
  }
}
