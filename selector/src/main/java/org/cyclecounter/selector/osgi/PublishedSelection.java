// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Optional;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Scoring;

/**
 * One report, with the published counters that it is about. A snapshot as far as the report goes;
 * counters and facts are those of the newest selection, so an old snapshot may not have its counter
 * any more.
 */
record PublishedSelection(CounterServices services, SelectionReport report, Scoring scoring)
    implements Selected {

  @Override
  public CycleCounter counter() {
    CycleCounter counter = services.counter(report.implementation());
    if (counter == null) {
      throw new IllegalStateException(
          report.implementation() + " has been withdrawn; ask for the newest selection");
    }
    return counter;
  }

  @Override
  public Counted counted() {
    return counted(report.implementation()).orElse(Counted.TIME);
  }

  @Override
  public Optional<Counted> counted(String name) {
    return services.facts().counted(name);
  }

  @Override
  public Optional<Obstacle> obstacle(String name) {
    return services.facts().obstacle(name);
  }

  @Override
  public String instruction(String name) {
    return services.facts().instruction(name);
  }

  @Override
  public void close() {
    // Nothing listens; the services go on.
  }
}
