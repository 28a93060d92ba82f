// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.Raising.raise;
import static org.cyclecounter.selector.osgi.Fakes.fake;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.SelectionService;
import org.cyclecounter.selector.selection.Ranking;
import org.cyclecounter.selector.selection.Selections;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.ConfigurationException;

/** The services of a selection's counters, in a framework made by hand. */
class CounterServicesTest {

  /** The services that are registered. Concurrent: losses are followed on another thread. */
  private final List<Registered> present = new CopyOnWriteArrayList<>();

  /** The rankings and names of the services that were withdrawn, in that order. */
  private final List<String> withdrawn = new CopyOnWriteArrayList<>();

  /** The reports that have been published. */
  private final BlockingQueue<SelectionReport> reports = new LinkedBlockingQueue<>();

  /** The name of the counter whose reads fail. */
  private volatile String lost = "";

  private final CycleCounterProvider provider =
      () -> List.of(counter("worst", 150), counter("best", 3), counter("second", 50));
  private final ServiceReference<?> reference =
      fake(ServiceReference.class, Map.of("getBundle", call -> fake(Bundle.class, Map.of())));
  private ServiceListener listener;
  private final BundleContext context = context();
  private final ProviderTracker tracker = new ProviderTracker(context, () -> {});
  private final SelectionScheduler scheduler =
      new SelectionScheduler(scope -> () -> {}, () -> false);
  private final CounterServices services = new CounterServices(context, scheduler, tracker);

  /** A service in the registry; its properties are replaced when they change. */
  private final class Registered {
    private final Object service;
    private Dictionary<?, ?> properties;

    Registered(Object service, Object properties) {
      this.service = service;
      this.properties = (Dictionary<?, ?>) properties;
      present.add(this);
      if (service instanceof SelectionReport report) {
        reports.add(report);
      }
      checkThatNoTwoShareTheHighestRanking();
    }

    ServiceRegistration<?> registration() {
      return fake(
          ServiceRegistration.class,
          Map.of(
              "setProperties",
              call -> {
                properties = (Dictionary<?, ?>) call[0];
                checkThatNoTwoShareTheHighestRanking();
                return null;
              },
              "unregister",
              call -> {
                present.remove(this);
                if (isCounter()) {
                  withdrawn.add(rankedName());
                }
                checkThatNoTwoShareTheHighestRanking();
                return null;
              }));
    }

    boolean isCounter() {
      return service instanceof ServiceFactory;
    }

    int ranking() {
      return (Integer) properties.get(Constants.SERVICE_RANKING);
    }

    String rankedName() {
      return ranking() + " " + properties.get(SelectionService.IMPLEMENTATION);
    }

    @SuppressWarnings("unchecked")
    CycleCounter counter() {
      return ((ServiceFactory<CycleCounter>) service)
          .getService(fake(Bundle.class, Map.of()), fake(ServiceRegistration.class, Map.of()));
    }
  }

  private CounterSource counter(String name, long step) {
    LongSupplier ticks = TestCounter.ticks(step);
    RuntimeException loss = new IllegalStateException("taken away");
    return TestCounter.of(name, ON_CORE, () -> lost.equals(name) ? raise(loss) : ticks.getAsLong());
  }

  private BundleContext context() {
    return fake(
        BundleContext.class,
        Map.of(
            "getServiceReferences", call -> new ServiceReference<?>[] {reference},
            "addServiceListener", call -> listener = (ServiceListener) call[0],
            "getService", call -> provider,
            "registerService", call -> new Registered(call[1], call[2]).registration()));
  }

  private List<Registered> counters() {
    List<Registered> counters = new ArrayList<>(present);
    counters.removeIf(service -> !service.isCounter());
    counters.sort(Comparator.comparingInt(Registered::ranking).reversed());
    return counters;
  }

  private List<String> names() {
    return counters().stream().map(Registered::rankedName).toList();
  }

  private void checkThatNoTwoShareTheHighestRanking() {
    List<Registered> counters = counters();
    if (counters.size() > 1) {
      assertThat(counters.get(0).ranking()).isGreaterThan(counters.get(1).ranking());
    }
  }

  private Ranking select(long cyclesPerSecond) throws ConfigurationException {
    tracker.open();
    Settings settings =
        ConfigurationReader.read(
            new Hashtable<>(Map.of("isolation", "none", "cyclesPerSecond", cyclesPerSecond)));
    try (SelectionScope scope = SelectionScope.enter()) {
      return Selections.rank(settings, List.copyOf(tracker.providers()), scope);
    }
  }

  @AfterEach
  void close() {
    scheduler.close();
  }

  @Test
  void ranksServicesBestFirstAndNoTwoShareTheHighestRanking() throws Exception {
    Ranking ranking = select(1_000_000_000);
    services.publish(ranking);
    List<Registered> first = counters();
    assertThat(names()).containsExactly("1000 best", "999 second", "998 worst");
    services.publish(ranking);
    assertThat(counters()).as("that rank as before").isEqualTo(first);
    services.publish(select(2_000_000_000)); // of another frequency: all are registered anew
    assertThat(names()).containsExactly("1000 best", "999 second", "998 worst");
    assertThat(counters()).doesNotContainAnyElementsOf(first);
    assertThat(withdrawn).as("the best last").containsExactly("-2 worst", "-1 second", "0 best");
    services.close();
    assertThat(withdrawn.subList(3, 6)).containsExactly("998 worst", "999 second", "1000 best");
  }

  @Test
  void registersNoCounterWhoseProviderHasGone() throws Exception {
    Ranking ranking = select(1_000_000_000);
    listener.serviceChanged(new ServiceEvent(ServiceEvent.UNREGISTERING, reference));
    services.publish(ranking);
    assertThat(counters()).isEmpty();
    assertThat(withdrawn).as("never registered").isEmpty();
  }

  @Test
  void withdrawsDuplicateOfSuccessorAfterLoss() throws Exception {
    Ranking ranking = select(1_000_000_000);
    services.publish(ranking);
    Registered selected = counters().get(0);
    CycleCounter counter = selected.counter();
    assertThat(reports.remove().implementation()).isEqualTo("best");
    lost = "best";
    counter.cycles();
    assertThat(counter.implementation()).isEqualTo("second");
    SelectionReport afterwards = reports.poll(5, TimeUnit.MINUTES); // published last
    assertThat(afterwards).isNotNull();
    assertThat(afterwards.implementation()).isEqualTo("second");
    assertThat(names()).containsExactly("1000 second", "998 worst");
    assertThat(counters().get(0)).isSameAs(selected);

    services.publish(ranking);
    assertThat(names()).hasSize(3).startsWith("1000 best");
    assertThat(counters().get(0)).as("its holders read another counter").isNotSameAs(selected);
  }
}
