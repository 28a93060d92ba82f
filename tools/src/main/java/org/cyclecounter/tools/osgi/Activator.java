// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.osgi;

import java.util.Dictionary;
import java.util.Hashtable;
import org.apache.felix.inventory.InventoryPrinter;
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

  private @Nullable LateService inventoryReport;

  /** Made by the framework, for each start. */
  public Activator() {}

  @Override
  public void start(BundleContext context) {
    ContainerSelection selection = new ContainerSelection(context);
    ShellCommands.register(context, selection);
    @SuppressWarnings("JdkObsolete") // the only Dictionary
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(InventoryPrinter.NAME, "cyclecounter");
    properties.put(InventoryPrinter.TITLE, "CycleCounter");
    properties.put(InventoryPrinter.FORMAT, new String[] {"TEXT", "JSON"});
    LateService report =
        new LateService(
            context, InventoryPrinter.SERVICE, "InventoryReport", selection, properties);
    inventoryReport = report;
    report.open();
  }

  @Override
  public void stop(BundleContext context) {
    LateService report = inventoryReport;
    if (report != null) {
      report.close();
    }
  }
}
