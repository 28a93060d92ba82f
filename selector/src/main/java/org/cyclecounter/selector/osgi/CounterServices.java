// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.report.Reports;
import org.cyclecounter.selector.selection.RankedCounter;
import org.cyclecounter.selector.selection.Ranking;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/**
 * Publishes the result of a selection: a service for each counter that works, the winner's ranked
 * first, and the report. A counter that the next selection ranks, too, keeps its service.
 *
 * <p>No lock is held while the framework is called: it calls listeners, which may call back from
 * other threads. All is done on the {@link SelectionScheduler}'s thread, except that the counters
 * of a provider that goes are withdrawn immediately, on the framework's.
 */
final class CounterServices {

  /** The winner's service.ranking; that of each further counter is less by one. */
  static final int FIRST_RANKING = 1000;

  private final BundleContext context;
  private final SelectionScheduler scheduler;
  private final ProviderTracker providers;
  final OpenCounters open = new OpenCounters();

  /** Best first. Concurrent: {@link #withdrawGone} runs on other threads. */
  private final List<CounterService> published = new CopyOnWriteArrayList<>();

  private @Nullable ServiceRegistration<SelectionReport> reported;

  /** Null before the first selection; its report is as published, after losses too. */
  private volatile @Nullable PublishedSelection newest;

  CounterServices(BundleContext context, SelectionScheduler scheduler, ProviderTracker providers) {
    this.context = context;
    this.scheduler = scheduler;
    this.providers = providers;
  }

  /**
   * Publishes a selection instead of the last one. The counters that come first in both keep their
   * services; from the first difference on, every counter gets a new one.
   *
   * <p>Hazard: Declarative Services compares a service with the one it has bound when the new one
   * is registered, never when a ranking changes; a reluctant reference stays until its service
   * goes. So the old services are ranked lower first, the new ones are registered best first, and
   * the old ones are withdrawn, the best last. Then any reference, whatever its filter, binds the
   * best that is left to it, finds one at any time, and no two services share the highest ranking.
   */
  void publish(Ranking ranking) {
    open.add(ranking);
    PublishedSelection selection =
        new PublishedSelection(this, ranking.report(), ranking.details());
    List<CounterService> before = List.copyOf(published);
    List<RankedCounter> counters = ranking.counters();
    int kept = 0;
    while (kept < Math.min(before.size(), counters.size())
        && before.get(kept).isOf(counters.get(kept))) {
      CounterReport confirmed = counters.get(kept).report();
      before.get(kept).update(selection.properties(confirmed, FIRST_RANKING - kept));
      kept++;
    }
    List<CounterService> replaced = worstFirst(before.subList(kept, before.size()));
    replaced.forEach(CounterService::lower);
    for (int i = kept; i < counters.size(); i++) {
      CounterService service = new CounterService(counters.get(i), selection, FIRST_RANKING - i);
      published.add(service);
      if (providers.has(service.ranked)) {
        service.register(context);
      } else {
        withdraw(service); // gone before withdrawGone() could find it in the list
      }
    }
    replaced.forEach(this::withdraw);
    report(selection);
    closeUnused();
  }

  /**
   * Withdraws the counters whose providers have gone; a counter that only names one of them as a
   * successor stays. On the framework's thread, while the bundle stops: its classes must not be
   * used afterwards.
   */
  void withdrawGone() {
    for (CounterService service : published) {
      if (!providers.has(service.ranked)) {
        withdraw(service);
      }
    }
  }

  /** Returns the newest selection; null before the first. */
  @Nullable PublishedSelection newest() {
    return newest;
  }

  /** Returns the published counter of a name; an exception if it has been withdrawn. */
  CycleCounter counter(String name) {
    for (CounterService service : published) {
      CycleCounter counter = service.name().equals(name) ? service.counter() : null;
      if (counter != null) { // null: it is just being replaced
        return counter;
      }
    }
    throw new IllegalStateException(name + " has been withdrawn; ask for the newest selection");
  }

  /** Withdraws all counters; the framework unregisters the report. The thread must have ended. */
  void close() {
    worstFirst(published).forEach(this::withdraw);
    closeUnused();
  }

  /** Reverses an order: a consumer of the best is not given the second best for a moment. */
  private static List<CounterService> worstFirst(List<CounterService> services) {
    List<CounterService> reversed = new ArrayList<>(services);
    Collections.reverse(reversed);
    return reversed;
  }

  /** Called on any thread when the kernel has taken a counter away in use. */
  void lost(CounterService lost, PublishedSelection afterwards) {
    scheduler.execute(() -> follow(lost, afterwards));
  }

  /**
   * Renames the service of a counter that was lost in use: its holders read another counter. Only
   * the winner's goes on; a consumer that wants another by its name must not get a different one.
   */
  private void follow(CounterService lost, PublishedSelection selection) {
    PublishedSelection last = newest;
    if (last == null || !published.contains(lost)) {
      return; // withdrawn meanwhile
    }
    if (!last.report().implementation().equals(lost.name())) {
      withdraw(lost);
      closeUnused();
      return;
    }
    CounterReport next = Reports.inUse(selection.report());
    lost.update(selection.properties(next, FIRST_RANKING));
    for (CounterService same : published) {
      if (same != lost && same.name().equals(next.name())) {
        withdraw(same); // one service for each counter
      }
    }
    report(selection);
  }

  private void withdraw(CounterService service) {
    published.remove(service);
    service.withdraw();
  }

  private void closeUnused() {
    open.closeAllBut(published.stream().map(service -> service.ranked).toList());
  }

  /** Replaces the report's service. For a moment there is none, never two. */
  private void report(PublishedSelection selection) {
    newest = selection;
    if (reported != null) {
      reported.unregister();
    }
    SelectionReport report = selection.report();
    reported =
        context.registerService(
            SelectionReport.class, report, selection.properties(Reports.inUse(report), 0));
  }
}
