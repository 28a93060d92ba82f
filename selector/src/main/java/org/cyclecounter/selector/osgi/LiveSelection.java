// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.SelectionService;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.selection.Ranking;
import org.cyclecounter.selector.selection.Selections;
import org.cyclecounter.selector.selection.Settings;
import org.cyclecounter.selector.selection.SystemSettings;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * Selects anew whenever providers or settings change, and publishes the result. Thread-safe:
 * callbacks of the framework and of Configuration Admin only record the change and request a
 * selection, which the {@link Reselection}'s thread makes.
 */
final class LiveSelection implements SelectionService {

  /**
   * The longest wait of a caller for a selection; each step of one has a limit, their sum has not.
   */
  private static final long MAX_SELECTION_S = 120;

  private final BundleContext context;

  /** The system bundle, whose state is the framework's. */
  private final Bundle framework;

  private final Reselection thread;
  private final CounterServices services;
  private final ProviderTracker providers;
  private final ConfigurationTracker configurations;
  private final EarlySelections earlySelections = new EarlySelections();

  /** The system properties', until there is a configuration. */
  private volatile Settings settings = SystemSettings.read();

  /** True once Configuration Admin has called, be it to say that there is no configuration. */
  private volatile boolean isConfigured;

  /**
   * The number of configurations that are announced and have not been delivered. Also the lock of
   * those who wait for that: programs can reach this object, which is a service.
   */
  private final AtomicInteger announced = new AtomicInteger();

  LiveSelection(BundleContext context, Reselection thread) {
    this.context = context;
    this.thread = thread;
    framework = context.getBundle(0);
    services = new CounterServices(context, thread);
    providers = new ProviderTracker(context, thread::request, services::gone);
    configurations = new ConfigurationTracker(context, this);
  }

  /** Begins to track providers, and registers what receives the configuration. */
  void open() {
    providers.open();
    configurations.open(true); // this bundle has no wire to the Configuration Admin's package yet
    context.registerService(SelectionService.class, this, null);
  }

  /** Withdraws everything, once the thread has ended. */
  void close() {
    configurations.close();
    providers.close();
    services.close();
  }

  /**
   * Lists the providers.
   *
   * @param isOurs true for {@link #selectAndPublish()}, false for a selection that is made once
   */
  List<ProviderHandle> handles(boolean isOurs) {
    List<BundleProvider> present = providers.providers();
    if (isOurs) {
      earlySelections.compare(present);
    } else {
      earlySelections.add(present);
    }
    return List.copyOf(present);
  }

  /**
   * Sets the settings, and selects anew if they differ. The thread is woken in any case, because a
   * selection may be waiting for the first configuration.
   */
  void configure(Settings newSettings) {
    isConfigured = true;
    if (!newSettings.isSame(settings)) {
      settings = newSettings;
      thread.request();
    } else {
      thread.wake();
    }
  }

  /** Notes that the configuration has changed: it is about to be delivered, on another thread. */
  void announce() {
    announced.incrementAndGet();
  }

  /** Notes that a configuration has been delivered, which may not have been announced. */
  void delivered() {
    synchronized (announced) {
      announced.updateAndGet(number -> Math.max(0, number - 1));
      announced.notifyAll();
    }
  }

  @Override
  public Optional<Selected> current() {
    return Optional.ofNullable(services.newest());
  }

  @Override
  public Selected newest() throws InterruptedException {
    if (!TimeLimit.await(announced, () -> announced.get() == 0, 1000L * TimeLimit.seconds())) {
      // It is not delivered here: to another location, or together with a later one.
      announced.set(0);
    }
    thread.awaitRequested(TimeUnit.SECONDS.toMillis(MAX_SELECTION_S));
    return current()
        .orElseThrow(
            () -> new IllegalStateException("no counter has been selected; the log says why"));
  }

  @Override
  public Selected select() throws InterruptedException {
    thread.request();
    if (!thread.awaitRequested(TimeUnit.SECONDS.toMillis(MAX_SELECTION_S))) {
      throw new IllegalStateException("the selection takes too long");
    }
    return newest();
  }

  /** Returns true until the framework has started and Configuration Admin has given settings. */
  boolean isStarting() {
    return framework.getState() == Bundle.STARTING
        || !isConfigured && context.getServiceReference(ConfigurationTracker.ADMIN) != null;
  }

  /**
   * Selects; publishes nothing if the bundle has been stopped meanwhile, whose context is invalid.
   */
  void selectAndPublish() {
    Ranking ranking = Selections.rank(settings);
    if (!thread.hasEnded()) {
      services.publish(ranking, providers);
    }
  }
}
