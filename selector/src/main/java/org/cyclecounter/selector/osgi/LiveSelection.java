// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.choice.BoundedChoice;
import org.cyclecounter.selector.choice.Ranking;
import org.cyclecounter.selector.choice.Settings;
import org.cyclecounter.selector.choice.SystemSettings;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * The choice of a counter as it is now: made again whenever providers or settings change.
 * Thread-safe.
 */
final class LiveSelection {

  private static final String CONFIGURATION_ADMIN = "org.osgi.service.cm.ConfigurationAdmin";
  private static final long MAX_CHOICE_S = 120;

  private final BundleContext context;
  private final Bundle framework;
  private final Reselection thread;
  private final CounterServices services;
  private final ProviderTracker providers;
  private final EarlyChoices earlyChoices = new EarlyChoices();
  private final List<OptionalPart.Watch> watches = new ArrayList<>();
  private volatile Settings settings = SystemSettings.read();
  private volatile boolean isConfigurable;
  private volatile boolean isConfigured;

  LiveSelection(BundleContext context, Reselection thread) {
    this.context = context;
    this.thread = thread;
    framework = context.getBundle(0);
    services = new CounterServices(context, thread);
    providers = new ProviderTracker(context, thread::request, services::gone);
  }

  void open() {
    providers.open();
    ShellCommands.register(context, this);
    ConsolePage.register(context, this);
    watch("org.osgi.service.cm", "ConfigurationTarget");
    watch("org.apache.felix.inventory", "InventoryReport");
  }

  private void watch(String wanted, String part) {
    OptionalPart.Watch watch = new OptionalPart.Watch(context, wanted, part, this);
    synchronized (watches) {
      watches.add(watch);
    }
    watch.open();
  }

  /** What the newest choice came to. */
  CounterServices services() {
    return services;
  }

  /** Once the thread has ended. */
  void close() {
    synchronized (watches) {
      watches.forEach(OptionalPart.Watch::close);
    }
    providers.close();
    services.close();
  }

  /** The providers, for the choice that {@link #choose()} makes, or for one that is made once. */
  List<ProviderHandle> handles(boolean isOurs) {
    List<BundleProvider> now = providers.providers();
    if (isOurs) {
      earlyChoices.compare(now);
    } else {
      earlyChoices.made(now);
    }
    return List.copyOf(now);
  }

  /** From now on Configuration Admin, where there is one, will give its settings. */
  void isConfigurable() {
    isConfigurable = true;
  }

  /** Goes by these settings from now on. */
  void configure(Settings now) {
    boolean isFirst = !isConfigured;
    isConfigured = true;
    if (!now.isSame(settings)) {
      settings = now;
      thread.request();
    } else if (isFirst) {
      thread.wake();
    }
  }

  /** The report of the newest choice; fails if none has been made within a long time. */
  SelectionReport report() throws InterruptedException {
    SelectionReport report = services.report();
    if (report == null && thread.awaitFirst(TimeUnit.SECONDS.toMillis(MAX_CHOICE_S))) {
      report = services.report();
    }
    if (report == null) {
      throw new IllegalStateException("no counter has been selected; the log says why");
    }
    return report;
  }

  /** Chooses anew; fails if it takes too long. */
  SelectionReport select() throws InterruptedException {
    if (!thread.now(TimeUnit.SECONDS.toMillis(MAX_CHOICE_S))) {
      throw new IllegalStateException("the selection takes too long");
    }
    return report();
  }

  /** Whether the framework is, or Configuration Admin has not given its settings yet. */
  boolean isStarting() {
    return framework.getState() == Bundle.STARTING
        || isConfigurable
            && !isConfigured
            && context.getServiceReference(CONFIGURATION_ADMIN) != null;
  }

  void choose() {
    Ranking ranking = BoundedChoice.rank(settings);
    if (!thread.hasEnded()) {
      services.publish(ranking, providers);
    }
  }
}
