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
  private final SelectionScheduler thread;
  private final ProviderTracker providers;
  private final OpenCounters open = new OpenCounters();

  /** Best first. Concurrent: {@link #withdrawGone} runs on other threads. */
  private final List<CounterService> published = new CopyOnWriteArrayList<>();

  private @Nullable ServiceRegistration<SelectionReport> reported;

  /** Null before the first selection; its report is as published, after losses too. */
  private volatile @Nullable PublishedSelection newest;

  CounterServices(BundleContext context, SelectionScheduler thread, ProviderTracker providers) {
    this.context = context;
    this.thread = thread;
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
    PublishedSelection selection = new PublishedSelection(this, ranking.report(), ranking.facts());
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
      register(counters.get(i), selection, FIRST_RANKING - i);
    }
    replaced.forEach(this::withdraw);
    report(selection);
    closeUnused();
  }

  /**
   * Withdraws the counters whose providers have gone, not those that only these would follow. On
   * the framework's thread, while the bundle stops: its classes are not to be used afterwards.
   */
  void withdrawGone() {
    for (CounterService service : published) {
      if (!isProvided(service)) {
        withdraw(service);
      }
    }
  }

  /** Returns true if the provider of the counter itself is present; the last resort needs none. */
  private boolean isProvided(CounterService service) {
    return service.ranked().chain().stream()
        .limit(1)
        .allMatch(probe -> providers.has(probe.candidate().handle()));
  }

  /** Returns the newest selection; null before the first. */
  @Nullable PublishedSelection newest() {
    return newest;
  }

  /** Returns the published counter of a name, for this bundle's own use. */
  @Nullable CycleCounter counter(String name) {
    for (CounterService service : published) {
      CycleCounter counter = service.name().equals(name) ? service.counter() : null;
      if (counter != null) { // null: it is just being replaced
        return counter;
      }
    }
    return null;
  }

  /** Withdraws all services; the thread must have ended. */
  void close() {
    worstFirst(published).forEach(this::withdraw);
    CounterService.unregister(reported);
    closeUnused();
  }

  /** Reverses an order, so that nobody who loses the best is given the second best for a moment. */
  private static List<CounterService> worstFirst(List<CounterService> services) {
    List<CounterService> reversed = new ArrayList<>(services);
    Collections.reverse(reversed);
    return reversed;
  }

  /**
   * Registers a service, unless its provider has gone: {@link #withdrawGone} may have missed it.
   */
  private void register(RankedCounter ranked, PublishedSelection selection, int serviceRanking) {
    CounterService service =
        new CounterService(
            ranked,
            open,
            selection.report(),
            selection.properties(ranked.report(), serviceRanking),
            (lost, then) -> thread.post(() -> follow(lost, selection.after(then))));
    published.add(service);
    if (isProvided(service)) {
      service.register(context);
    } else {
      withdraw(service); // gone before it could be found in the list
    }
  }

  /**
   * Renames the service of a counter that was lost in use: its holders read another counter. Only
   * the winner's goes on; who wants another by its name must not get a different one.
   */
  private void follow(CounterService lost, PublishedSelection selection) {
    if (!published.contains(lost)) {
      return; // withdrawn meanwhile
    }
    PublishedSelection last = newest;
    if (last == null || !last.report().implementation().equals(lost.name())) {
      withdraw(lost); // who wants it by name finds that it is gone
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
    if (published.remove(service)) {
      service.withdraw();
    }
  }

  private void closeUnused() {
    open.closeAllBut(published.stream().map(CounterService::ranked).toList());
  }

  /** Replaces the report's service. For a moment there is none, never two. */
  private void report(PublishedSelection selection) {
    newest = selection;
    CounterService.unregister(reported);
    SelectionReport report = selection.report();
    reported =
        context.registerService(
            SelectionReport.class, report, selection.properties(Reports.inUse(report), 0));
  }
}
