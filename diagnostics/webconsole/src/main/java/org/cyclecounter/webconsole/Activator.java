// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import org.cyclecounter.diagnostics.osgi.LivePage;
import org.cyclecounter.selector.SelectionService;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/**
 * Offers the selector's page to each console for as long as the selector runs.
 *
 * <p>The bundle has no module descriptor and sees one package of tools. Without the selector it
 * waits; the page is there once the selector's service is, and goes with it, even in the middle of
 * a request.
 */
public final class Activator implements BundleActivator {

  private @Nullable ServiceTracker<SelectionService, Consoles> pages;

  /** Made by the framework, for each start. */
  public Activator() {}

  /**
   * Offers a plug-in to the consoles for each selection, of which there is one.
   *
   * <p>The tracker is called by the framework on whichever thread starts or stops the selector's
   * bundle: nothing in it waits but for the end of a measurement, which is limited.
   */
  @Override
  public void start(BundleContext ours) {
    pages =
        new ServiceTracker<>(ours, SelectionService.class, null) {
          @Override
          public Consoles addingService(ServiceReference<SelectionService> reference) {
            Consoles consoles = new Consoles(context, new Plugin(new LivePage(context)));
            consoles.open();
            return consoles;
          }

          @Override
          public void removedService(
              ServiceReference<SelectionService> reference, Consoles consoles) {
            consoles.close();
          }
        };
    pages.open();
  }

  @Override
  public void stop(BundleContext ours) {
    if (pages != null) {
      pages.close();
    }
  }
}
