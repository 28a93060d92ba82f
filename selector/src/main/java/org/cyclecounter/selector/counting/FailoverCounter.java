package org.cyclecounter.selector.counting;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterLostException;

/**
 * A counter that may be taken away while it is in use: its readings go on with the next one's.
 * Costs a load and a comparison. A record, like {@link TickCounter}.
 *
 * @param first the counter
 * @param chain what follows it
 */
public record FailoverCounter(CycleCounter first, FallbackChain chain) implements CycleCounter {

  @Override
  public long cycles() {
    if (chain.place() != 0) {
      return chain.cycles();
    }
    try {
      return first.cycles();
    } catch (CounterLostException e) {
      chain.lose(0, e);
      return chain.cycles();
    }
  }

  @Override
  public long start() {
    if (chain.place() != 0) {
      return chain.start();
    }
    try {
      return first.start();
    } catch (CounterLostException e) {
      chain.lose(0, e);
      return chain.start();
    }
  }

  @Override
  public long stop() {
    if (chain.place() != 0) {
      return chain.stop();
    }
    try {
      return first.stop();
    } catch (CounterLostException e) {
      chain.lose(0, e);
      return chain.stop();
    }
  }

  @Override
  public long cyclesPerSecond() {
    return first.cyclesPerSecond();
  }

  @Override
  public String implementation() {
    return chain.now(first).implementation();
  }

  @Override
  public Scope scope() {
    return chain.now(first).scope();
  }
}
