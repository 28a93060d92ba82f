// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.function.Consumer;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.selection.CounterDetails;
import org.cyclecounter.selector.selection.Selections;
import org.jspecify.annotations.Nullable;

/**
 * The result of a selection. Holds the counter, its successors and the facts, but no provider's
 * other counters. Losses are reported on the thread of {@code FallbackChain}, with the report at
 * that time.
 */
final class SelectedCounter extends CounterDetails implements CycleCounterSelector.Selected {

  private final Selections.Outcome selected;
  private final @Nullable Runnable unregister;

  /**
   * Creates a result and registers the listener.
   *
   * @param onLoss called after each loss until {@link #close()}; null for none
   */
  SelectedCounter(Selections.Outcome selected, @Nullable Consumer<SelectionReport> onLoss) {
    super(selected.details());
    this.selected = selected;
    unregister =
        onLoss == null ? null : selected.installation().onLoss(() -> onLoss.accept(report()));
  }

  @Override
  public CycleCounter counter() {
    return selected.installation().counter();
  }

  @Override
  public SelectionReport report() {
    return selected.installation().report(selected.report());
  }

  @Override
  public String clockReason() {
    return selected.clockReason();
  }

  @Override
  public void close() {
    if (unregister != null) {
      unregister.run();
    }
  }
}
