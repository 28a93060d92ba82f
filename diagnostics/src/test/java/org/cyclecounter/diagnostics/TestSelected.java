// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics;

import java.util.Map;
import java.util.Optional;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/**
 * A selection that a test has written.
 *
 * @param meanings what counters count, by their names
 * @param obstacles what keeps counters from working, by their names
 */
public record TestSelected(
    SelectionReport report,
    CycleCounter counter,
    Map<String, Counted> meanings,
    Map<String, Obstacle> obstacles)
    implements Selected {

  @Override
  public Counted counted() {
    return meanings.get(report.implementation());
  }

  @Override
  public Optional<Counted> counted(String name) {
    return Optional.ofNullable(meanings.get(name));
  }

  @Override
  public Optional<Obstacle> obstacle(String name) {
    return Optional.ofNullable(obstacles.get(name));
  }

  @Override
  public boolean isOfAnotherSystem(String name) {
    return name.startsWith("other-");
  }

  @Override
  public void close() {}
}
