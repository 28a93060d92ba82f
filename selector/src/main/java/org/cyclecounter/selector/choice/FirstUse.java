package org.cyclecounter.selector.choice;

import java.util.concurrent.Callable;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.limits.Limited;
import org.cyclecounter.selector.scoring.Trial;
import org.jspecify.annotations.Nullable;

/**
 * The choice behind {@link org.cyclecounter.selector.CpuCycles}: the first reading waits for those
 * counters only that could be the best; the others are tried when somebody asks for the report. The
 * counter is the one that {@link org.cyclecounter.selector.CycleCounterSelector#select()} takes.
 * Thread-safe.
 */
public final class FirstUse {

  private final Selection selection;
  private final @Nullable Trial chosen;
  private final CycleCounter counter;
  private @Nullable Selected selected;

  private FirstUse() {
    selection = new Selection(Settings.DEFAULTS);
    chosen = selection.first();
    if (chosen == null) {
      selected = selection.run();
      counter = selected.counter();
    } else if (chosen.bits() == 64) {
      counter = LinkedLater.of(chosen, selection.hz());
    } else {
      counter = selection.counter(chosen);
    }
  }

  /**
   * Chooses by the default rules; called once.
   *
   * @return the choice
   */
  public static FirstUse choose() {
    Choosing choosing = new Choosing();
    return Limited.uninterrupted(choosing, choosing);
  }

  /** No lambdas: see Text. The choice goes on while {@link Preload} itself is loaded. */
  private static final class Choosing implements Callable<FirstUse>, Runnable {
    @Override
    public FirstUse call() {
      return new FirstUse();
    }

    @Override
    public void run() {
      new Preload().run();
    }
  }

  /**
   * The counter.
   *
   * @return always the same object
   */
  public CycleCounter counter() {
    return counter;
  }

  /**
   * How it was chosen; the first call tries the other counters.
   *
   * @return the report as it is now
   */
  public synchronized SelectionReport report() {
    Trial first = chosen;
    if (selected == null && first != null) {
      selected = new Selected(counter, Limited.uninterrupted(() -> selection.rest(first)));
    }
    return selected.report();
  }
}
