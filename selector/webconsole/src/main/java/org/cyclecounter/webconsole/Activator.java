package org.cyclecounter.webconsole;

import org.cyclecounter.selector.console.LivePage;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/** Offers the selector's page to each console for as long as the selector runs. */
public final class Activator
    implements BundleActivator, ServiceTrackerCustomizer<LivePage, Activator.RegisteredPlugin> {

  private @Nullable BundleContext context;
  private @Nullable ServiceTracker<LivePage, RegisteredPlugin> pages;

  /** Made by the framework, for each start. */
  public Activator() {}

  /**
   * What there is for each page: a plug-in, and the consoles it is offered to.
   *
   * @param plugin the plug-in
   * @param consoles the consoles
   */
  record RegisteredPlugin(Plugin plugin, Consoles consoles) {}

  @Override
  public void start(BundleContext ours) {
    context = ours;
    ServiceTracker<LivePage, RegisteredPlugin> tracker =
        new ServiceTracker<>(ours, LivePage.class, this);
    pages = tracker;
    tracker.open();
  }

  @Override
  public void stop(BundleContext ours) {
    ServiceTracker<LivePage, RegisteredPlugin> tracker = pages;
    if (tracker != null) {
      tracker.close();
    }
  }

  @Override
  public @Nullable RegisteredPlugin addingService(ServiceReference<LivePage> reference) {
    BundleContext ours = context;
    LivePage page = ours == null ? null : ours.getService(reference);
    if (ours == null || page == null) {
      return null; // gone meanwhile
    }
    Plugin plugin = new Plugin(page);
    Consoles consoles = new Consoles(ours, plugin);
    consoles.open();
    return new RegisteredPlugin(plugin, consoles);
  }

  @Override
  public void modifiedService(ServiceReference<LivePage> reference, RegisteredPlugin offer) {
    // its properties say nothing
  }

  @Override
  public void removedService(ServiceReference<LivePage> reference, RegisteredPlugin offer) {
    offer.consoles().close();
    offer.plugin().close();
    BundleContext ours = context;
    if (ours != null) {
      ours.ungetService(reference);
    }
  }
}
