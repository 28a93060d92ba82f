// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import org.cyclecounter.selector.console.LivePage;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/** Offers the selector's page to each console for as long as the selector runs. */
public final class Activator implements BundleActivator {

  private @Nullable Pages pages;

  /** Made by the framework, for each start. */
  public Activator() {}

  /** For each page a plug-in, offered to the consoles. */
  private static final class Pages extends ServiceTracker<LivePage, Consoles> {

    Pages(BundleContext context) {
      super(context, LivePage.class, null);
    }

    @Override
    public @Nullable Consoles addingService(ServiceReference<LivePage> reference) {
      LivePage page = context.getService(reference);
      if (page == null) {
        return null; // gone meanwhile
      }
      Consoles consoles = new Consoles(context, new Plugin(page));
      consoles.open();
      return consoles;
    }

    @Override
    public void removedService(ServiceReference<LivePage> reference, Consoles consoles) {
      consoles.close();
      context.ungetService(reference);
    }
  }

  @Override
  public void start(BundleContext ours) {
    Pages tracker = new Pages(ours);
    pages = tracker;
    tracker.open();
  }

  @Override
  public void stop(BundleContext ours) {
    Pages tracker = pages;
    if (tracker != null) {
      tracker.close();
    }
  }
}
