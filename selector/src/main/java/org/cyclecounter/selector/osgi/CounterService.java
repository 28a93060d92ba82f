// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Dictionary;
import java.util.function.Consumer;
import org.cyclecounter.CycleCounter;
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
 * another and {@code registerService} has not returned on a third. So withdraw() sets its flag
 * first, and the other two check the flag afterwards and undo their own part.
 */
final class CounterService implements ServiceFactory<CycleCounter> {

  /** The counter and its successors as they were ranked; a loss does not change that. */
  final RankedCounter ranked;

  private final PublishedSelection selection;

  /**
   * The newest, of which the framework has a copy. Changed on the {@link SelectionScheduler}'s
   * thread.
   */
  private volatile Dictionary<String, Object> properties;

  /** Null until the framework has returned it; listeners have been called by then. */
  private volatile @Nullable ServiceRegistration<?> registration;

  /** Null until a bundle gets it: linking it takes time. */
  private @Nullable CycleCounter counter;

  private volatile Runnable endOfListening = () -> {};
  private volatile boolean withdrawn;

  /** Prepares a service of a selection's counter, with this service.ranking. */
  CounterService(RankedCounter ranked, PublishedSelection selection, int ranking) {
    this.ranked = ranked;
    this.selection = selection;
    properties = selection.properties(ranked.report(), ranking);
  }

  /** Registers the service. */
  void register(BundleContext context) {
    registration = context.registerService(CycleCounter.class.getName(), this, properties);
    if (withdrawn) {
      change(ServiceRegistration::unregister); // withdrawn while it was being registered
    }
  }

  /** Returns the name of the counter that is read: a successor's after a loss. */
  String name() {
    return String.valueOf(properties.get(SelectionService.IMPLEMENTATION));
  }

  /** Returns true if a later selection's counter can be read by this service, as it is. */
  boolean isOf(RankedCounter later) {
    return ranked.isSame(later) && name().equals(later.name());
  }

  /** Ranks the service below all that are registered later, in the same order as before. */
  void lower() {
    int ranking = (Integer) properties.get(Constants.SERVICE_RANKING);
    properties.put(Constants.SERVICE_RANKING, ranking - CounterServices.FIRST_RANKING);
    update(properties);
  }

  /** Sets the properties that a later report gives: another counter's after a loss. */
  void update(Dictionary<String, Object> newest) {
    properties = newest;
    change(registered -> registered.setProperties(newest));
  }

  /**
   * Unregisters the service; holders of the counter may go on reading it. Takes no lock: {@link
   * #counter()} may be running.
   */
  void withdraw() {
    withdrawn = true;
    endOfListening.run();
    change(ServiceRegistration::unregister);
  }

  private void change(Consumer<ServiceRegistration<?>> change) {
    ServiceRegistration<?> current = registration;
    try {
      if (current != null) {
        change.accept(current);
      }
    } catch (IllegalStateException e) {
      return; // unregistered meanwhile: by another thread, or because the bundle has stopped
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
      Installation installed = selection.services.open.install(ranked);
      if (installed != null) {
        counter = installed.counter();
        endOfListening =
            installed.onLoss(() -> selection.services.lost(this, selection.after(installed)));
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
}
