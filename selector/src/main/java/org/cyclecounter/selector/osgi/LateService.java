// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.lang.System.Logger.Level;
import java.util.Dictionary;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.util.tracker.BundleTracker;

/**
 * Registers a service whose interface may come late or never, as soon as a bundle exports its
 * package. The package is imported dynamically: an optional import would be decided for good when
 * this bundle is resolved.
 *
 * <p>Registering a factory by the interface's name, without waiting, is no way: Equinox offers such
 * a service only to bundles whose wire for the package this bundle shares, and a dynamic import has
 * none before a class has been loaded by it.
 */
final class LateService extends BundleTracker<Bundle> {

  private static final String PACKAGE = "osgi.wiring.package";

  private final String type;
  private final String implementation;
  private final Object argument;
  private final Dictionary<String, Object> properties;
  private boolean isRegistered;

  /**
   * Waits for a service's interface.
   *
   * @param type the interface's name
   * @param implementation the simple name of the class of this package that implements it
   * @param argument of that class's only constructor
   */
  LateService(
      BundleContext context,
      String type,
      String implementation,
      Object argument,
      Dictionary<String, Object> properties) {
    super(context, Bundle.RESOLVED | Bundle.STARTING | Bundle.ACTIVE, null);
    this.type = type;
    this.implementation = implementation;
    this.argument = argument;
    this.properties = properties;
  }

  @Override
  public @Nullable Bundle addingBundle(Bundle bundle, @Nullable BundleEvent event) {
    if (exportsType(bundle)) {
      register();
    }
    return null;
  }

  /** False for a bundle that goes meanwhile, whatever the framework throws then. */
  private boolean exportsType(Bundle bundle) {
    String wanted = type.substring(0, type.lastIndexOf('.'));
    try {
      BundleWiring wiring = bundle.adapt(BundleWiring.class);
      List<BundleCapability> exported = wiring == null ? null : wiring.getCapabilities(PACKAGE);
      return exported != null
          && exported.stream().anyMatch(one -> wanted.equals(one.getAttributes().get(PACKAGE)));
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** By name: a link that failed once, before the package was there, would fail for ever. */
  private synchronized void register() {
    if (isRegistered) {
      return;
    }
    try {
      Class<?> found = Class.forName(LateService.class.getPackageName() + "." + implementation);
      Object service = found.getDeclaredConstructors()[0].newInstance(argument);
      context.registerService(type, service, properties);
      isRegistered = true;
    } catch (ReflectiveOperationException | LinkageError | IllegalStateException e) {
      // The package's version is another, or this bundle has stopped meanwhile.
      System.getLogger("org.cyclecounter.selector").log(Level.DEBUG, "without " + type, e);
    }
  }
}
