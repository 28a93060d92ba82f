package org.cyclecounter.selector.counting;

import java.util.ArrayList;
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
   * A method handle called from interpreted code, such as that of a read linked anew, gets code of
   * its own with its 128th call, if not sooner: the thread that makes it defines a class then, for
   * which HotSpot reads a clock.
   */
  private static final int REHEARSED_READS = 256;

  /**
   * A counter with those after it.
   *
   * @param first the counter
   * @param next those after it, best first; the last cannot be taken away
   * @return the counter
   */
  public static LosableCounter of(CycleCounter first, List<CycleCounter> next) {
    rehearse(first, next);
    return new LosableCounter(first, new Successors(first, next));
  }

  /**
   * Loads and links, on a thread that has lost nothing, what a loss will need: the way from each
   * kind of read through two losses, and the reads themselves.
   */
  private static void rehearse(CycleCounter first, List<CycleCounter> next) {
    lost(next).cycles();
    lost(next).start();
    lost(next).stop();
    List<CycleCounter> counters = new ArrayList<>(next);
    counters.add(first);
    for (CycleCounter counter : counters) {
      rehearse(counter);
    }
  }

  private static void rehearse(CycleCounter counter) {
    try {
      for (int i = 0; i < REHEARSED_READS; i++) {
        counter.cycles();
        counter.start();
        counter.stop();
      }
    } catch (CounterLostException e) {
      return; // already: the first reading goes on with the next
    }
  }

  /** A counter that is lost with its next read, as is the one after it. */
  private static LosableCounter lost(List<CycleCounter> next) {
    CycleCounter first = onceThenLost();
    List<CycleCounter> counters = new ArrayList<>();
    counters.add(onceThenLost());
    counters.addAll(next);
    return new LosableCounter(first, new Successors(first, counters));
  }

  private static CycleCounter onceThenLost() {
    CounterLostException loss = new CounterLostException("a rehearsal");
    return new TickCounter(new OnceThenLost(loss), "a-rehearsal", Scope.SYSTEM, 1);
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
