// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Dictionary;
import java.util.Hashtable;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.SelectionService;
import org.cyclecounter.selector.selection.CounterDetails;
import org.cyclecounter.selector.selection.Installation;
import org.osgi.framework.Constants;

/**
 * One report, with its details and the published counters that it is about. A snapshot, but for the
 * counters, which are those of the newest selection: an old snapshot may not have its own any more.
 */
final class PublishedSelection extends CounterDetails implements Selected {

  final CounterServices services;
  private final SelectionReport report;

  PublishedSelection(CounterServices services, SelectionReport report, CounterDetails details) {
    super(details);
    this.services = services;
    this.report = report;
  }

  @Override
  public CycleCounter counter() {
    return services.counter(report.implementation());
  }

  @Override
  public SelectionReport report() {
    return report;
  }

  @Override
  public void close() {
    // Nothing listens; the services go on.
  }

  /** Returns this selection as it is after the losses of one of its counters. */
  PublishedSelection after(Installation losses) {
    return new PublishedSelection(services, losses.report(report), this);
  }

  /**
   * Lists the properties of a service, which docs/osgi.md documents: changing one breaks filters.
   *
   * @param counter the counter that is read
   * @param ranking the service.ranking
   */
  Dictionary<String, Object> properties(CounterReport counter, int ranking) {
    @SuppressWarnings("JdkObsolete") // the only Dictionary
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(Constants.SERVICE_RANKING, ranking);
    properties.put(Constants.SERVICE_DESCRIPTION, "cycle counter " + counter.name());
    properties.put(SelectionService.IMPLEMENTATION, counter.name());
    properties.put("cyclecounter.counts", counted(counter.name()).orElse(Counted.TIME).name());
    properties.put("cyclecounter.kind", counter.kind().name());
    properties.put("cyclecounter.scope", counter.scope().name());
    properties.put("cyclecounter.precision", counter.precision());
    properties.put("cyclecounter.scaling", counter.scaling());
    properties.put("cyclecounter.persecond", report.cyclesPerSecond());
    properties.put("cyclecounter.version", report.version());
    return properties;
  }
}
