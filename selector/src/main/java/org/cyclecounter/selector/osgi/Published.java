// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.function.BiConsumer;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.SelectionService;
import org.cyclecounter.selector.selection.Installation;
import org.cyclecounter.selector.selection.RankedCounter;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/**
 * A counter as a service. It is assembled when the first bundle gets it, and is the same object for
 * all. Thread-safe.
 *
 * <p>Hazards: {@link #withdraw} runs on the framework's thread while {@link #counter} assembles on
 * another and {@code registerService} has not returned on a third. So the flag is set first, and
 * whoever comes later looks at it and undoes its own part.
 */
final class Published implements ServiceFactory<CycleCounter> {

  private final RankedCounter ranked;
  private final OpenCounters open;
  private final SelectionReport report;
  private final BiConsumer<Published, SelectionReport> loss;

  /** Changes with a loss, by {@link #follow}. */
  private volatile String name;

  /** Null until the framework has returned it; listeners have been called by then. */
  private volatile @Nullable ServiceRegistration<?> registration;

  /** Null until a bundle gets it: linking it takes time. */
  private @Nullable CycleCounter counter;

  private volatile Runnable endOfListening = () -> {};
  private volatile boolean withdrawn;

  /**
   * Prepares a service.
   *
   * @param loss given this and the report after it, when the kernel has taken the counter away in
   *     use
   */
  Published(
      RankedCounter ranked,
      OpenCounters open,
      SelectionReport report,
      BiConsumer<Published, SelectionReport> loss) {
    this.ranked = ranked;
    this.name = ranked.name();
    this.open = open;
    this.report = report;
    this.loss = loss;
  }

  /** Returns the counter and its successors as they were ranked; a loss does not change that. */
  RankedCounter ranked() {
    return ranked;
  }

  /** Registers the service; {@code ranking} is its service.ranking. */
  void register(BundleContext context, int ranking) {
    registration =
        context.registerService(
            CycleCounter.class.getName(), this, properties(ranked.report(), report, ranking));
    if (withdrawn) {
      unregister(registration); // by another thread, while it was being registered
    }
  }

  /** Returns the name of the counter that is read: a successor's after a loss. */
  String name() {
    return name;
  }

  /** Takes the name of the counter that has followed a lost one. */
  void follow(CounterReport next, SelectionReport newest, int ranking) {
    name = next.name();
    update(next, newest, ranking);
  }

  /** Sets the properties that a later report gives. */
  void update(CounterReport counterReport, SelectionReport newest, int ranking) {
    ServiceRegistration<?> current = registration;
    if (current != null && !withdrawn) {
      try {
        current.setProperties(properties(counterReport, newest, ranking));
      } catch (IllegalStateException e) {
        return; // unregistered meanwhile
      }
    }
  }

  /**
   * Unregisters the service; who holds the counter may go on reading it. Takes no lock: {@link
   * #counter()} may be running.
   */
  void withdraw() {
    withdrawn = true;
    endOfListening.run();
    unregister(registration);
  }

  /** Unregisters a service, if there is one. */
  static void unregister(@Nullable ServiceRegistration<?> registration) {
    try {
      if (registration != null) {
        registration.unregister();
      }
    } catch (IllegalStateException e) {
      return; // the bundle has stopped, or another thread was faster
    }
  }

  @Override
  public @Nullable CycleCounter getService(Bundle bundle, ServiceRegistration<CycleCounter> same) {
    return counter();
  }

  /** Returns the counter; null once it is withdrawn. */
  synchronized @Nullable CycleCounter counter() {
    if (withdrawn) {
      return null;
    }
    if (counter == null) {
      List<OpenCounters.Lease> leases = open.lease(ranked);
      if (leases != null) {
        Installation installed = ranked.install();
        counter = OpenCounters.held(installed.counter(), leases);
        endOfListening = installed.onLoss(() -> loss.accept(this, installed.report(report)));
        if (withdrawn) {
          endOfListening.run(); // by another thread, meanwhile
        }
      }
    }
    return counter;
  }

  @Override
  public void ungetService(
      Bundle bundle, ServiceRegistration<CycleCounter> same, CycleCounter service) {
    // The next bundle gets the same object.
  }

  /**
   * Lists the properties of a service, which docs/osgi.md documents: changing one breaks filters.
   *
   * @param counter the counter that is read
   * @param report its selection's
   * @param ranking the service.ranking
   */
  static Dictionary<String, Object> properties(
      CounterReport counter, SelectionReport report, int ranking) {
    @SuppressWarnings("JdkObsolete") // the only Dictionary
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(Constants.SERVICE_RANKING, ranking);
    properties.put(Constants.SERVICE_DESCRIPTION, "cycle counter " + counter.name());
    properties.put(SelectionService.IMPLEMENTATION, counter.name());
    properties.put("cyclecounter.kind", counter.kind().name());
    properties.put("cyclecounter.scope", counter.scope().name());
    properties.put("cyclecounter.precision", counter.precision());
    properties.put("cyclecounter.scaling", counter.scaling());
    properties.put("cyclecounter.persecond", report.cyclesPerSecond());
    properties.put("cyclecounter.version", report.version());
    return properties;
  }
}
