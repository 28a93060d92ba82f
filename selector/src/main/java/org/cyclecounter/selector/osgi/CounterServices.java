// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CounterFacts;
import org.cyclecounter.selector.selection.RankedCounter;
import org.cyclecounter.selector.selection.Ranking;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/**
 * Publishes what a selection came to: a service for each counter that works, the winner's ranked
 * first, and the report. A counter that the next selection comes to again keeps its service.
 *
 * <p>No lock is held while the framework is called. All is done on the {@link Reselection}'s
 * thread, except that a provider that goes takes its counters along at once.
 */
final class CounterServices implements CounterFacts {

  /** The winner's service.ranking; each further counter's is less by one. */
  static final int FIRST_RANKING = 1000;

  private final BundleContext context;
  private final Reselection thread;
  private final OpenCounters open = new OpenCounters();
  private final Map<String, Published> published = new ConcurrentHashMap<>();
  private @Nullable ServiceRegistration<SelectionReport> reported;
  private volatile @Nullable SelectionReport newest;

  /** Of the newest selection. */
  private volatile CounterFacts facts = name -> Optional.empty();

  CounterServices(BundleContext context, Reselection thread) {
    this.context = context;
    this.thread = thread;
  }

  /** Publishes a selection instead of the last one; the providers are those that are there now. */
  void publish(Ranking ranking, ProviderTracker providers) {
    open.add(ranking);
    List<Published> unnamed = new ArrayList<>(published.values());
    int serviceRanking = FIRST_RANKING;
    for (RankedCounter place : ranking.places()) {
      Published before = published.get(place.name());
      unnamed.remove(before);
      if (before != null && before.place().isSame(place)) {
        before.update(place.report(), ranking.report(), serviceRanking);
      } else {
        if (before != null) {
          withdraw(place.name(), before);
        }
        register(place, ranking.report(), serviceRanking, providers);
      }
      serviceRanking = Math.max(1, serviceRanking - 1);
    }
    unnamed.forEach(this::withdraw);
    facts = ranking.facts();
    report(ranking.report());
    closeUnused();
  }

  /** Withdraws what reads a provider's counters first: it has gone. */
  void gone(BundleProvider provided) {
    published.forEach(
        (name, one) -> {
          if (provider(one).stream().anyMatch(provided::is)) {
            withdraw(name, one);
          }
        });
  }

  /** The newest report; null before the first selection. */
  @Nullable SelectionReport report() {
    return newest;
  }

  /** The published counter of a name, for this bundle's own use. */
  @Nullable CycleCounter counter(String name) {
    Published one = published.get(name);
    return one == null ? null : one.counter();
  }

  @Override
  public Optional<Counted> counted(String name) {
    return facts.counted(name);
  }

  @Override
  public Optional<Obstacle> obstacle(String name) {
    return facts.obstacle(name);
  }

  @Override
  public String instruction(String name) {
    return facts.instruction(name);
  }

  void close() {
    published.forEach(this::withdraw);
    ServiceRegistration<SelectionReport> last = reported;
    if (last != null) {
      unregister(last);
    }
    closeUnused();
  }

  private void register(
      RankedCounter place, SelectionReport report, int serviceRanking, ProviderTracker providers) {
    Published one =
        new Published(place, open, report, (lost, then) -> thread.post(() -> follow(lost, then)));
    published.put(place.name(), one);
    if (provider(one).stream().allMatch(providers::has)) {
      one.register(context, serviceRanking);
    } else {
      withdraw(one); // gone before it could be found in the map
    }
  }

  /** A counter has been lost in use, and whoever holds it reads another. */
  private void follow(Published lost, SelectionReport now) {
    String before = lost.name();
    if (published.get(before) != lost) {
      return; // withdrawn meanwhile
    }
    SelectionReport newestNow = newest;
    if (newestNow == null || !newestNow.implementation().equals(before)) {
      withdraw(before, lost); // whoever wants it by name finds that it is gone
      closeUnused();
      return;
    }
    CounterReport next = inUse(now);
    Published same = published.get(next.name());
    if (same != null) {
      withdraw(next.name(), same); // one service for each counter
    }
    published.put(next.name(), lost); // never absent, for gone()
    published.remove(before, lost);
    lost.follow(next, now, FIRST_RANKING);
    report(now);
  }

  private void withdraw(Published one) {
    withdraw(one.name(), one);
  }

  private void withdraw(String name, Published one) {
    if (published.remove(name, one)) {
      one.withdraw();
    }
  }

  /** The provider of the counter itself; none of the last resort. */
  private static List<CycleCounterProvider> provider(Published one) {
    return one.place().chain().stream()
        .limit(1)
        .map(probe -> probe.candidate().provider())
        .toList();
  }

  private void closeUnused() {
    open.closeAllBut(published.values().stream().map(Published::place).toList());
  }

  private void report(SelectionReport report) {
    ServiceRegistration<SelectionReport> before = reported;
    newest = report;
    if (before != null) {
      unregister(before);
    }
    reported =
        context.registerService(
            SelectionReport.class, report, Published.properties(inUse(report), report, 0));
  }

  private static CounterReport inUse(SelectionReport report) {
    return report.counters().stream()
        .filter(counter -> counter.name().equals(report.implementation()))
        .findFirst()
        .orElseThrow();
  }

  private static void unregister(ServiceRegistration<?> registration) {
    try {
      registration.unregister();
    } catch (IllegalStateException e) {
      return; // the bundle has stopped
    }
  }
}
