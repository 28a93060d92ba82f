// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CounterFacts;
import org.cyclecounter.selector.selection.RankedCounter;
import org.cyclecounter.selector.selection.Ranking;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/**
 * Publishes the result of a selection: a service for each counter that works, the winner's ranked
 * first, and the report. A counter that the next selection ranks, too, keeps its service.
 *
 * <p>No lock is held while the framework is called: it calls listeners, which may call back from
 * other threads. All is done on the {@link Reselection}'s thread, except that the counters of a
 * provider that goes are withdrawn immediately, on the framework's.
 */
final class CounterServices {

  /** The winner's service.ranking; that of each further counter is less by one, at least 1. */
  static final int FIRST_RANKING = 1000;

  private final BundleContext context;
  private final Reselection thread;
  private final OpenCounters open = new OpenCounters();

  /** By the name of the counter that is read. Concurrent: {@link #gone} runs on other threads. */
  private final Map<String, Published> published = new ConcurrentHashMap<>();

  private @Nullable ServiceRegistration<SelectionReport> reported;

  /** Null before the first selection; as published, after losses too. */
  private volatile @Nullable SelectionReport newest;

  /** Of the newest selection; a loss does not change it. */
  private volatile CounterFacts facts = name -> Optional.empty();

  CounterServices(BundleContext context, Reselection thread) {
    this.context = context;
    this.thread = thread;
  }

  /**
   * Publishes a selection instead of the last one. Counters of new names are registered before
   * others are withdrawn, so that a bundle finds one at any time.
   *
   * @param providers those present now, of which some may have gone since the selection began
   */
  void publish(Ranking ranking, ProviderTracker providers) {
    open.add(ranking);
    List<Published> unnamed = new ArrayList<>(published.values());
    int serviceRanking = FIRST_RANKING;
    for (RankedCounter ranked : ranking.counters()) {
      Published before = published.get(ranked.name());
      unnamed.remove(before);
      if (before != null && before.ranked().isSame(ranked)) {
        before.update(ranked.report(), ranking.report(), serviceRanking);
      } else {
        if (before != null) {
          withdraw(ranked.name(), before);
        }
        register(ranked, ranking.report(), serviceRanking, providers);
      }
      serviceRanking = Math.max(1, serviceRanking - 1);
    }
    unnamed.forEach(this::withdraw);
    facts = ranking.facts(); // before the report that it belongs to
    report(ranking.report());
    closeUnused();
  }

  /**
   * Withdraws the counters of a provider that has gone, not those that it would only follow. On the
   * framework's thread, while the bundle stops: its classes are not to be used afterwards.
   */
  void gone(BundleProvider provided) {
    published.forEach(
        (name, service) -> {
          if (provider(service).stream().anyMatch(provided::is)) {
            withdraw(name, service);
          }
        });
  }

  /** Returns the newest report; null before the first selection. */
  @Nullable SelectionReport report() {
    return newest;
  }

  /** Returns the published counter of a name, for this bundle's own use. */
  @Nullable CycleCounter counter(String name) {
    Published service = published.get(name);
    return service == null ? null : service.counter();
  }

  /** Returns the facts of the newest selection; none before the first. */
  CounterFacts facts() {
    return facts;
  }

  /** Withdraws all services; the thread must have ended. */
  void close() {
    published.forEach(this::withdraw);
    Published.unregister(reported);
    closeUnused();
  }

  /** Registers a service, unless its provider has gone: {@link #gone} may have missed it. */
  private void register(
      RankedCounter ranked, SelectionReport report, int serviceRanking, ProviderTracker providers) {
    Published service =
        new Published(ranked, open, report, (lost, then) -> thread.post(() -> follow(lost, then)));
    published.put(ranked.name(), service);
    if (provider(service).stream().allMatch(providers::has)) {
      service.register(context, serviceRanking);
    } else {
      withdraw(service); // gone before it could be found in the map
    }
  }

  /**
   * Renames the service of a counter that was lost in use: its holders read another counter. Only
   * the winner's goes on; who wants another by its name must not get a different one.
   */
  private void follow(Published lost, SelectionReport report) {
    String before = lost.name();
    if (published.get(before) != lost) {
      return; // withdrawn meanwhile
    }
    SelectionReport last = newest;
    if (last == null || !last.implementation().equals(before)) {
      withdraw(before, lost); // who wants it by name finds that it is gone
      closeUnused();
      return;
    }
    CounterReport next = inUse(report);
    Published same = published.get(next.name());
    if (same != null) {
      withdraw(next.name(), same); // one service for each counter
    }
    published.put(next.name(), lost); // never absent, for gone()
    published.remove(before, lost);
    lost.follow(next, report, FIRST_RANKING);
    report(report);
  }

  private void withdraw(Published service) {
    withdraw(service.name(), service);
  }

  private void withdraw(String name, Published service) {
    if (published.remove(name, service)) {
      service.withdraw();
    }
  }

  /** The provider of the counter itself; none of the last resort. */
  private static List<CycleCounterProvider> provider(Published service) {
    return service.ranked().chain().stream()
        .limit(1)
        .map(probe -> probe.candidate().provider())
        .toList();
  }

  private void closeUnused() {
    open.closeAllBut(published.values().stream().map(Published::ranked).toList());
  }

  /** Replaces the report's service. For a moment there is none, never two. */
  private void report(SelectionReport report) {
    ServiceRegistration<SelectionReport> before = reported;
    newest = report;
    Published.unregister(before);
    reported =
        context.registerService(
            SelectionReport.class, report, Published.properties(inUse(report), report, 0));
  }

  /** Returns the report of the counter that is read; every report has one. */
  private static CounterReport inUse(SelectionReport report) {
    return report.counters().stream()
        .filter(counter -> counter.name().equals(report.implementation()))
        .findFirst()
        .orElseThrow();
  }
}
