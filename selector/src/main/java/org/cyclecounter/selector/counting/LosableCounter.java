package org.cyclecounter.selector.counting;

import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;

/**
 * A counter that may be taken away while it is in use: its readings go on with the next one's.
 * Costs a load and a comparison. A record, like {@link TickCounter}.
 *
 * @param first the counter
 * @param successors those after it
 */
public record LosableCounter(CycleCounter first, Successors successors) implements CycleCounter {

  /**
   * A counter with those after it.
   *
   * @param first the counter
   * @param next those after it, best first; the last cannot be taken away
   * @return the counter
   */
  public static LosableCounter of(CycleCounter first, List<CycleCounter> next) {
    rehearse(next);
    return new LosableCounter(first, new Successors(first, next));
  }

  /** Loads and links, on a thread that has lost nothing, what a loss will need. */
  private static void rehearse(List<CycleCounter> next) {
    CounterLostException loss = new CounterLostException("a rehearsal");
    TickCounter first = new TickCounter(new OnceThenLost(loss), "a-rehearsal", Scope.SYSTEM, 1);
    LosableCounter counter = new LosableCounter(first, new Successors(first, next));
    counter.cycles();
    counter.start();
    counter.stop();
  }

  private static final class OnceThenLost implements TickSource {
    private final CounterLostException loss;
    private boolean read;

    OnceThenLost(CounterLostException loss) {
      this.loss = loss;
    }

    @Override
    public long ticks() {
      if (read) {
        throw loss;
      }
      read = true;
      return 0;
    }
  }

  @Override
  public long cycles() {
    CycleCounter now = successors.current();
    if (now != null) {
      return successors.cycles(now);
    }
    try {
      return first.cycles();
    } catch (CounterLostException e) {
      return successors.cycles(successors.lose(null, e));
    }
  }

  @Override
  public long start() {
    CycleCounter now = successors.current();
    if (now != null) {
      return successors.start(now);
    }
    try {
      return first.start();
    } catch (CounterLostException e) {
      return successors.start(successors.lose(null, e));
    }
  }

  @Override
  public long stop() {
    CycleCounter now = successors.current();
    if (now != null) {
      return successors.stop(now);
    }
    try {
      return first.stop();
    } catch (CounterLostException e) {
      return successors.stop(successors.lose(null, e));
    }
  }

  @Override
  public long cyclesPerSecond() {
    return first.cyclesPerSecond();
  }

  @Override
  public String implementation() {
    return now().implementation();
  }

  @Override
  public Scope scope() {
    return now().scope();
  }

  private CycleCounter now() {
    CycleCounter now = successors.current();
    return now == null ? first : now;
  }
}
