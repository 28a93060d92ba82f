// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.osgi;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * Registers the shell's commands and the inventory's report; the framework unregisters them, and
 * removes the listener that waits for the inventory.
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
    new InventoryRegistration(selection).open();
  }

  @Override
  public void stop(BundleContext context) {
    // What start() has registered goes with the context.
  }
}
