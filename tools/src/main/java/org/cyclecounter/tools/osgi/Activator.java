// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.osgi;

import java.util.Dictionary;
import java.util.Hashtable;
import org.apache.felix.inventory.InventoryPrinter;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/**
 * Registers the shell's commands and the inventory's report; the framework unregisters them.
 *
 * <p>Starting it selects nothing and looks nothing up: the framework's thread is soon free again.
 * The selector's bundle may start later, stop and come back; each command asks for its services
 * anew.
 */
public final class Activator implements BundleActivator {

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
    context.registerService(InventoryPrinter.SERVICE, new Inventory(selection), properties);
  }

  @Override
  public void stop(BundleContext context) {
    // Nothing is left to do.
  }

  /**
   * Links {@link InventoryReport} when the inventory first asks for it. Its package is imported
   * dynamically, because it may come after this bundle has been resolved, or never; the constants
   * above are the compiler's.
   */
  private record Inventory(ContainerSelection selection) implements ServiceFactory<Object> {

    @Override
    public Object getService(Bundle bundle, ServiceRegistration<Object> registration) {
      return new InventoryReport(selection);
    }

    @Override
    public void ungetService(
        Bundle bundle, ServiceRegistration<Object> registration, Object service) {
      // It holds nothing.
    }
  }
}
