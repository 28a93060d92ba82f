// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import org.cyclecounter.selector.limits.Log;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.util.tracker.BundleTracker;

/**
 * A part that needs a package which may come late or never, and which is imported dynamically: an
 * optional import would be decided for good when this bundle is resolved.
 */
interface OptionalPart {

  /** Registers its service; the framework removes it when this bundle stops. */
  void register(BundleContext context);

  /** Registers a part once a bundle exports the package. */
  final class Watch extends BundleTracker<Bundle> {

    private final String wanted;
    private final String part;
    private final LiveSelection selection;
    private boolean isThere;

    /** Waits for a package; the part is the simple name of the class that needs it. */
    Watch(BundleContext context, String wanted, String part, LiveSelection selection) {
      super(context, Bundle.RESOLVED | Bundle.STARTING | Bundle.ACTIVE, null);
      this.wanted = wanted;
      this.part = part;
      this.selection = selection;
    }

    @Override
    public @Nullable Bundle addingBundle(Bundle bundle, @Nullable BundleEvent event) {
      BundleWiring wiring = bundle.adapt(BundleWiring.class);
      if (wiring != null
          && wiring.getCapabilities("osgi.wiring.package").stream()
              .anyMatch(
                  exported -> wanted.equals(exported.getAttributes().get("osgi.wiring.package")))) {
        register();
      }
      return null;
    }

    private synchronized void register() {
      if (isThere) {
        return;
      }
      try {
        // By name: a link that failed once, before the package was there, would fail for ever.
        Class<?> type = Class.forName(OptionalPart.class.getPackageName() + "." + part);
        Object made = type.getDeclaredConstructor(LiveSelection.class).newInstance(selection);
        ((OptionalPart) made).register(context);
        isThere = true;
      } catch (ReflectiveOperationException | LinkageError e) {
        Log.debug("without " + wanted, e);
      } catch (IllegalStateException e) {
        Log.debug("stopped meanwhile", e);
      }
    }
  }
}
