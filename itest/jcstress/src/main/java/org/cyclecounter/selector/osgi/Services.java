// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.selection.ProbeResult;
import org.cyclecounter.selector.selection.RankedCounter;
import org.cyclecounter.selector.selection.Ranking;
import org.cyclecounter.selector.selection.Selections;
import org.cyclecounter.selector.selection.Settings;
import org.cyclecounter.selector.selection.SteadyProvider;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;

/**
 * A container of one provider that does nothing else, and selections of its counter: measured once,
 * with another source each time.
 */
final class Services {

  private static final CycleCounterProvider PROVIDER = new SteadyProvider();
  private static final Ranking MEASURED = Selections.rank(settings());
  static final BundleContext CONTEXT = context();
  static final ProviderTracker TRACKER = tracker();
  static final SelectionScheduler THREAD = new SelectionScheduler(null);

  private Services() {}

  /** A counter that says whether it was read after it had been closed. */
  static final class Source implements TickSource {
    private volatile boolean isClosed;
    private volatile boolean wasReadClosed;

    @Override
    public long ticks() {
      if (isClosed) {
        wasReadClosed = true;
      }
      return System.nanoTime();
    }

    @Override
    public void close() {
      isClosed = true;
    }

    boolean isClosed() {
      return isClosed;
    }

    /** Describes the use of the source. */
    String use() {
      return wasReadClosed ? "read closed" : "well used";
    }
  }

  /** Ranks a counter that reads this source; of another frequency it is not the same one. */
  static Ranking ranking(TickSource source, long cyclesPerSecond) {
    RankedCounter measured = MEASURED.counters().get(0);
    ProbeResult probe = measured.chain().get(0);
    Candidate found = probe.candidate();
    Candidate tracked =
        new Candidate(
            TRACKER.providers().get(0),
            found.provider(),
            found.source(),
            found.name(),
            found.kind(),
            found.scope(),
            found.mayCrash());
    ProbeResult other =
        new ProbeResult(
            tracked,
            source,
            probe.measurement(),
            probe.natively(),
            probe.inChildJvm(),
            probe.rejection(),
            probe.obstacle(),
            probe.description(),
            probe.cost());
    RankedCounter ranked =
        new RankedCounter(List.of(other), measured.settings(), cyclesPerSecond, measured.report());
    return new Ranking(List.of(ranked), MEASURED.report(), MEASURED.facts());
  }

  /** Reads a counter a few times. */
  static String read(CycleCounter counter) {
    long before = counter.cycles();
    for (int i = 0; i < 10; i++) {
      long now = counter.cycles();
      if (now < before) {
        return "falls";
      }
      before = now;
    }
    return counter.implementation();
  }

  private static Settings settings() {
    return new Settings(
        List.of(PROVIDER),
        Set.of(),
        Set.of(),
        1_000_000_000,
        Scoring.LIBCPUCYCLES_20240114,
        Isolation.NONE,
        Scope.THREAD,
        true);
  }

  private static ProviderTracker tracker() {
    ProviderTracker tracker = new ProviderTracker(CONTEXT, () -> {});
    tracker.open();
    return tracker;
  }

  private static BundleContext context() {
    Bundle bundle = stub(Bundle.class, null, null);
    ServiceReference<?> reference = stub(ServiceReference.class, "getBundle", bundle);
    ServiceRegistration<?> registration = stub(ServiceRegistration.class, null, null);
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getServiceReferences" -> new ServiceReference<?>[] {reference};
              case "getService" -> PROVIDER;
              case "registerService" -> registration;
              default -> nothing(method.getReturnType());
            };
    return proxy(BundleContext.class, handler);
  }

  private static <T> T stub(Class<T> type, String name, Object answer) {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "hashCode" -> System.identityHashCode(proxy);
              case "equals" -> proxy == arguments[0];
              default -> method.getName().equals(name) ? answer : nothing(method.getReturnType());
            };
    return proxy(type, handler);
  }

  private static Object nothing(Class<?> type) {
    if (type == long.class) {
      return 0L;
    }
    if (type == int.class) {
      return 0;
    }
    return type == boolean.class ? false : null;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Services.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
