// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.SelectionService;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.selection.Ranking;
import org.cyclecounter.selector.selection.Selections;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.settings.SystemSettings;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.selector.support.TimeLimit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * Selects anew whenever providers or settings change, and publishes the result. Thread-safe:
 * callbacks of the framework and of Configuration Admin only record the change and request a
 * selection, which the {@link SelectionScheduler}'s thread makes.
 */
final class LiveSelection implements SelectionService {

  private final BundleContext context;

  private final SelectionScheduler scheduler =
      new SelectionScheduler(this::select, this::isStarting);
  private final ProviderTracker providers;
  private final CounterServices services;
  private final LateProviderWarning lateProviders = new LateProviderWarning();

  /** True once the providers are known; this object is notified then. */
  private volatile boolean isTracking;

  /** The system properties', until there is a configuration. */
  private volatile Settings settings = SystemSettings.read();

  /** The number of configurations that are announced and have not been delivered. */
  private final AtomicInteger announced = new AtomicInteger();

  /** Begins to track the providers, on the scheduler's thread, and requests a selection. */
  LiveSelection(BundleContext context) {
    this.context = context;
    providers = new ProviderTracker(context, this::changed);
    services = new CounterServices(context, scheduler, providers);
    scheduler.execute(this::open);
    scheduler.request();
  }

  private void open() {
    providers.open();
    synchronized (this) {
      isTracking = true;
      notifyAll();
    }
    // True: this bundle has no wire to the Configuration Admin's package yet.
    new ConfigurationTracker(context, this).open(true);
    context.registerService(SelectionService.class, this, null);
  }

  /** Ends the thread, then withdraws everything; the framework ends the tracking. */
  void close() {
    scheduler.close();
    services.close();
  }

  /** Called when a provider has come or gone. */
  private void changed() {
    services.withdrawGone();
    scheduler.request();
  }

  /**
   * Lists the providers for a selection that is made once. Waits until they are known, for a step's
   * limit at most: a bundle that starts right after this one would find no counter otherwise.
   */
  List<ProviderHandle> handles() {
    TimeLimit.await(this, () -> isTracking, 1000L * TimeLimit.seconds());
    List<BundleProvider> present = providers.providers();
    lateProviders.add(present);
    return List.copyOf(present);
  }

  /**
   * Requests a selection by a configuration that is about to be delivered, on another thread: the
   * selection waits for that, and so does a command that follows the change.
   */
  void announce() {
    announced.incrementAndGet();
    scheduler.request();
  }

  /** Sets the settings, and selects anew. */
  void configure(Settings newSettings) {
    settings = newSettings;
    scheduler.request();
  }

  /** Notes that a configuration has been delivered, which may not have been announced. */
  void delivered() {
    announced.updateAndGet(number -> Math.max(0, number - 1));
  }

  @Override
  public Optional<Selected> current() {
    return Optional.ofNullable(services.newest());
  }

  @Override
  public Selected newest() throws InterruptedException {
    scheduler.awaitRequested();
    return current()
        .orElseThrow(
            () -> new IllegalStateException("no counter has been selected; the log says why"));
  }

  @Override
  public Selected select() throws InterruptedException {
    scheduler.request();
    if (!scheduler.awaitRequested()) {
      throw new IllegalStateException("the selection takes too long");
    }
    return newest();
  }

  /** Returns true while the framework (bundle 0) starts, or a configuration is announced. */
  private boolean isStarting() {
    return context.getBundle(0).getState() == Bundle.STARTING || announced.get() > 0;
  }

  /** Selects; publishing the result is left to the returned task. */
  private Runnable select(SelectionScope scope) {
    // One that is still announced went to another location, or came together with a later one.
    announced.set(0);
    List<BundleProvider> present = providers.providers();
    lateProviders.compare(present);
    Ranking ranking = Selections.rank(settings, List.copyOf(present), scope);
    return () -> services.publish(ranking);
  }
}
