// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.osgi;

import java.lang.System.Logger.Level;
import java.util.Dictionary;
import java.util.Hashtable;
import org.apache.felix.inventory.InventoryPrinter;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.util.tracker.BundleTracker;

/**
 * Registers the inventory's report, whose interface may come late or never, as soon as a bundle
 * exports its package. The package is imported dynamically: an optional import would be decided for
 * good when this bundle is resolved.
 *
 * <p>Registering a factory by the interface's name, without waiting, is no way: Equinox offers such
 * a service only to bundles whose wire for the package this bundle shares, and a dynamic import has
 * none before a class has been loaded by it.
 */
final class InventoryRegistration extends BundleTracker<Bundle> {

  private static final String PACKAGE = "osgi.wiring.package";
  private static final String INVENTORY = "org.apache.felix.inventory";

  private final ContainerSelection selection;
  private boolean isRegistered;

  /** Waits for the interface. */
  InventoryRegistration(ContainerSelection selection) {
    super(selection.context(), Bundle.RESOLVED | Bundle.STARTING | Bundle.ACTIVE, null);
    this.selection = selection;
  }

  @Override
  public @Nullable Bundle addingBundle(Bundle bundle, @Nullable BundleEvent event) {
    try {
      BundleRevision revision = bundle.adapt(BundleRevision.class);
      if (revision != null
          && revision.getDeclaredCapabilities(PACKAGE).stream()
              .anyMatch(one -> INVENTORY.equals(one.getAttributes().get(PACKAGE)))) {
        register();
      }
    } catch (RuntimeException e) {
      // The bundle stops at the same time, and the framework's exceptions differ.
    }
    return null;
  }

  /** By name: a link that failed once, before the package was there, would fail for ever. */
  private synchronized void register() {
    if (isRegistered) {
      return;
    }
    @SuppressWarnings("JdkObsolete") // the only Dictionary
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(InventoryPrinter.NAME, "cyclecounter");
    properties.put(InventoryPrinter.TITLE, "CycleCounter");
    properties.put(InventoryPrinter.FORMAT, new String[] {"TEXT", "JSON"});
    try {
      Class<?> found = Class.forName(getClass().getPackageName() + ".InventoryReport");
      Object service = found.getDeclaredConstructors()[0].newInstance(selection);
      context.registerService(InventoryPrinter.SERVICE, service, properties);
      isRegistered = true;
    } catch (ReflectiveOperationException | LinkageError | IllegalStateException e) {
      // The package's version is another, or this bundle has stopped.
      System.getLogger("org.cyclecounter.tools")
          .log(Level.DEBUG, "without " + InventoryPrinter.SERVICE, e);
    }
  }
}
