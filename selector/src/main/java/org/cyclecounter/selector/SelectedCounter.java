// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.Optional;
import java.util.function.Consumer;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.selection.Selections;
import org.jspecify.annotations.Nullable;

/**
 * The result of a selection. Holds the counter, its successors and the facts, but no provider's
 * other counters. Losses are reported on the thread of {@code FallbackChain}, with the report at
 * that time.
 */
final class SelectedCounter implements CycleCounterSelector.Selected {

  private final Selections.Outcome selected;
  private final Scoring scoring;
  private final @Nullable Runnable unregister;

  /**
   * Creates a result and registers the listener.
   *
   * @param scoring the release by which the counters were ranked
   * @param onLoss called after each loss until {@link #close()}; null for none
   */
  SelectedCounter(
      Selections.Outcome selected, Scoring scoring, @Nullable Consumer<SelectionReport> onLoss) {
    this.selected = selected;
    this.scoring = scoring;
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
  public Counted counted() {
    return counted(counter().implementation()).orElse(Counted.TIME); // the last resort
  }

  @Override
  public Optional<Counted> counted(String name) {
    return selected.facts().counted(name);
  }

  @Override
  public Optional<Obstacle> obstacle(String name) {
    return selected.facts().obstacle(name);
  }

  @Override
  public String instruction(String name) {
    return selected.facts().instruction(name);
  }

  @Override
  public Scoring scoring() {
    return scoring;
  }

  @Override
  public void close() {
    if (unregister != null) {
      unregister.run();
    }
  }
}
