// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.osgi;

import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * Registers the shell's commands and the inventory's report; the framework unregisters them.
 *
 * <p>Starting it selects nothing and looks nothing up: the framework's thread is soon free again.
 * The selector's bundle may start later, stop and come back; each command asks for its services
 * anew.
 */
public final class Activator implements BundleActivator {

  private @Nullable InventoryRegistration inventoryReport;

  /** Made by the framework, for each start. */
  public Activator() {}

  @Override
  public void start(BundleContext context) {
    ContainerSelection selection = new ContainerSelection(context);
    ShellCommands.register(context, selection);
    InventoryRegistration report = new InventoryRegistration(selection);
    inventoryReport = report;
    report.open();
  }

  @Override
  public void stop(BundleContext context) {
    InventoryRegistration report = inventoryReport;
    if (report != null) {
      report.close();
    }
  }
}
