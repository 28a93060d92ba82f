package org.cyclecounter.selector.choice;

import java.util.function.Supplier;
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
    return Limited.uninterrupted(
        new Supplier<FirstUse>() { // no lambda: see Text
          @Override
          public FirstUse get() {
            return new FirstUse();
          }
        },
        new Preload());
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
