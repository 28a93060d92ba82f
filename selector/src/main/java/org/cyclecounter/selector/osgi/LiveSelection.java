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
import org.cyclecounter.selector.selection.Settings;
import org.cyclecounter.selector.selection.SystemSettings;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * Selects anew whenever providers or settings change, and publishes the result. Thread-safe:
 * callbacks of the framework and of Configuration Admin only record the change and request a
 * selection, which the {@link SelectionScheduler}'s thread makes.
 */
final class LiveSelection implements SelectionService, SelectionScheduler.Work {

  private final BundleContext context;

  /** The system bundle, whose state is the framework's. */
  private final Bundle framework;

  private final SelectionScheduler thread;
  private final ProviderTracker providers;
  private final CounterServices services;
  private final ConfigurationTracker configurations;
  private final LateProviderWarning earlySelections = new LateProviderWarning();

  /** The system properties', until there is a configuration. */
  private volatile Settings settings = SystemSettings.read();

  /** The number of configurations that are announced and have not been delivered. */
  private final AtomicInteger announced = new AtomicInteger();

  LiveSelection(BundleContext context, SelectionScheduler thread) {
    this.context = context;
    this.thread = thread;
    framework = context.getBundle(0);
    providers = new ProviderTracker(context, this::changed);
    services = new CounterServices(context, thread, providers);
    configurations = new ConfigurationTracker(context, this);
  }

  /** Begins to track providers, and registers what receives the configuration. */
  void open() {
    providers.open();
    configurations.open(true); // this bundle has no wire to the Configuration Admin's package yet
    context.registerService(SelectionService.class, this, null);
  }

  /** Withdraws everything, once the thread has ended; the framework ends the tracking. */
  void close() {
    services.close();
  }

  /** Called when a provider has come or gone. */
  private void changed() {
    services.withdrawGone();
    thread.request();
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
   * Requests a selection by a configuration that is about to be delivered, on another thread: for
   * that it waits, and so does a command that follows the change.
   */
  void announce() {
    announced.incrementAndGet();
    thread.request();
  }

  /** Sets the settings, and selects anew. */
  void configure(Settings newSettings) {
    settings = newSettings;
    thread.request();
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
    thread.awaitRequested();
    return current()
        .orElseThrow(
            () -> new IllegalStateException("no counter has been selected; the log says why"));
  }

  @Override
  public Selected select() throws InterruptedException {
    thread.request();
    if (!thread.awaitRequested()) {
      throw new IllegalStateException("the selection takes too long");
    }
    return newest();
  }

  /** Returns true while the framework starts, or a configuration is announced. */
  @Override
  public boolean isStarting() {
    return framework.getState() == Bundle.STARTING || announced.get() > 0;
  }

  /**
   * Selects; publishes nothing if the bundle has been stopped meanwhile, whose context is invalid.
   */
  @Override
  public void selectAndPublish() {
    // What has kept it waiting in vain goes to another location, or came together with a later one.
    announced.set(0);
    Ranking ranking = Selections.rank(settings);
    if (!thread.hasEnded()) {
      services.publish(ranking);
    }
  }
}
