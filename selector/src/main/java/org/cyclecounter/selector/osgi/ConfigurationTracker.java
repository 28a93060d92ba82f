// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.util.Dictionary;
import java.util.Hashtable;
import org.cyclecounter.selector.support.Log;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/**
 * Registers the {@code ConfigurationReader} as soon as there is a Configuration Admin, which may
 * come late or never. Its package is imported dynamically: an optional import would be decided for
 * good when this bundle is resolved.
 *
 * <p>Registering a factory by the interfaces' names, without waiting, is no way: Equinox offers
 * such a service only to bundles whose wire for the package this bundle shares, and a dynamic
 * import has none before a class has been loaded by it.
 */
final class ConfigurationTracker extends ServiceTracker<Object, Object> {

  private static final String[] TYPES = {
    "org.osgi.service.cm.ManagedService", "org.osgi.service.cm.SynchronousConfigurationListener"
  };

  private final LiveSelection selection;
  private boolean isRegistered;

  ConfigurationTracker(BundleContext context, LiveSelection selection) {
    super(context, "org.osgi.service.cm.ConfigurationAdmin", null);
    this.selection = selection;
  }

  /** Announces the first configuration, which is delivered also if there is none. */
  @Override
  public synchronized @Nullable Object addingService(ServiceReference<Object> admin) {
    if (!isRegistered) {
      @SuppressWarnings("JdkObsolete") // the only Dictionary
      Dictionary<String, Object> properties = new Hashtable<>();
      properties.put(Constants.SERVICE_PID, ConfigurationReader.PID);
      try {
        ConfigurationReader reader = new ConfigurationReader(selection);
        selection.announce();
        context.registerService(TYPES, reader, properties);
        isRegistered = true;
      } catch (LinkageError | IllegalStateException e) {
        // The package's version is another, or this bundle has stopped meanwhile.
        Log.debug("without Configuration Admin", e);
      }
    }
    return null;
  }
}
