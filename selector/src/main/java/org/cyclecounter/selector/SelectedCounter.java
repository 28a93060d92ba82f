// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.Optional;
import java.util.function.Consumer;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.choice.BoundedChoice;
import org.jspecify.annotations.Nullable;

/** The result of a selection. */
final class SelectedCounter implements CycleCounterSelector.Selected {

  private final BoundedChoice.Chosen chosen;
  private final Runnable endOfListening;

  SelectedCounter(BoundedChoice.Chosen chosen, @Nullable Consumer<SelectionReport> onLoss) {
    this.chosen = chosen;
    endOfListening =
        onLoss == null ? () -> {} : chosen.installation().onLoss(() -> onLoss.accept(report()));
  }

  @Override
  public CycleCounter counter() {
    return chosen.installation().counter();
  }

  @Override
  public SelectionReport report() {
    return chosen.installation().report(chosen.report());
  }

  @Override
  public Counted counted() {
    return chosen.installation().counted();
  }

  @Override
  public Optional<Counted> counted(String name) {
    return Optional.ofNullable(chosen.counted().get(name));
  }

  @Override
  public Optional<Obstacle> obstacle(String name) {
    return Optional.ofNullable(chosen.obstacles().get(name));
  }

  @Override
  public void close() {
    endOfListening.run();
  }
}
