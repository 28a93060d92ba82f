// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.selection.RankedCounter;
import org.cyclecounter.selector.selection.Ranking;
import org.cyclecounter.selector.selection.Selections;
import org.cyclecounter.selector.selection.SteadyProvider;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.SelectionScope;
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
  static final BundleContext CONTEXT = context();
  static final ProviderTracker TRACKER = tracker();
  static final SelectionScheduler THREAD = new SelectionScheduler(scope -> () -> {}, () -> false);
  private static final Ranking MEASURED = measure();

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
    RankedCounter ranked = SteadyProvider.reading(measured, source, cyclesPerSecond);
    return new Ranking(List.of(ranked), MEASURED.report(), MEASURED.details());
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

  private static Ranking measure() {
    Settings settings =
        Settings.DEFAULTS
            .with(Settings.CYCLES_PER_SECOND, "1000000000")
            .with(Settings.ISOLATION, "none");
    try (SelectionScope scope = SelectionScope.enter()) {
      return Selections.rank(settings, List.copyOf(TRACKER.providers()), scope);
    }
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
