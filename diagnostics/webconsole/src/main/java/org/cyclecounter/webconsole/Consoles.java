// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.webconsole;

import java.lang.System.Logger.Level;
import java.util.Dictionary;
import java.util.Hashtable;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.util.tracker.BundleTracker;

/**
 * Registers a servlet for each Web Console that runs, of the servlet API that the console imports.
 * The servlet's class is found by its name once the console is there: a link that failed once,
 * before the API was there, would fail for ever.
 *
 * <p>Class spaces: the bundle imports both servlet APIs dynamically, so it resolves with either and
 * with none, and is wired to one when a servlet's class first needs it. Two consoles with two APIs
 * get a servlet each of the same plug-in: one token, one measurement.
 *
 * <p>Called by the framework, perhaps by two threads for two bundles.
 */
final class Consoles extends BundleTracker<ServiceRegistration<?>> {

  private static final String CONSOLE = "org.apache.felix.webconsole";
  private static final String PACKAGES = "osgi.wiring.package";

  private final Plugin plugin;

  Consoles(BundleContext context, Plugin plugin) {
    super(context, Bundle.STARTING | Bundle.ACTIVE, null);
    this.plugin = plugin;
  }

  @Override
  public @Nullable ServiceRegistration<?> addingBundle(Bundle bundle, @Nullable BundleEvent event) {
    BundleRevision console = bundle.adapt(BundleRevision.class);
    if (console == null || !isConsole(console)) {
      return null;
    }
    boolean isJakarta = isJakarta(console);
    String servlet = isJakarta ? "JakartaServlet" : "JavaxServlet";
    try {
      Class<?> type = Class.forName(Consoles.class.getPackageName() + "." + servlet);
      Object instance = type.getDeclaredConstructor(Plugin.class).newInstance(plugin);
      String api = isJakarta ? "jakarta.servlet.Servlet" : "javax.servlet.Servlet";
      return context.registerService(api, instance, properties());
    } catch (ReflectiveOperationException | LinkageError e) {
      System.getLogger(Consoles.class.getPackageName())
          .log(Level.WARNING, "no page in " + bundle + ": its servlet API is not available", e);
    } catch (IllegalStateException e) {
      // This bundle stops: nothing is registered any more.
    }
    return null;
  }

  @Override
  public void removedBundle(
      Bundle bundle, @Nullable BundleEvent event, ServiceRegistration<?> registration) {
    try {
      registration.unregister();
    } catch (IllegalStateException e) {
      // the framework was first
    }
    plugin.cancel();
  }

  @Override
  public void close() {
    super.close();
    plugin.close();
  }

  private static Dictionary<String, Object> properties() {
    @SuppressWarnings("JdkObsolete") // the only Dictionary
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put("felix.webconsole.label", Plugin.LABEL);
    properties.put("felix.webconsole.title", "CycleCounter");
    properties.put("felix.webconsole.category", "Main");
    properties.put("felix.webconsole.css", "/" + Plugin.LABEL + Plugin.STYLE);
    return properties;
  }

  /** Tells a console by the package that it exports, whatever its bundle's name. */
  private static boolean isConsole(BundleRevision revision) {
    return revision.getDeclaredCapabilities(PACKAGES).stream()
        .anyMatch(exported -> CONSOLE.equals(exported.getAttributes().get(PACKAGES)));
  }

  /** Tells a console's API by its mandatory import: an optional one serves other plug-ins. */
  private static boolean isJakarta(BundleRevision console) {
    return console.getDeclaredRequirements(PACKAGES).stream()
        .map(BundleRequirement::getDirectives)
        .filter(imported -> imported.getOrDefault("resolution", "mandatory").equals("mandatory"))
        .anyMatch(imported -> imported.getOrDefault("filter", "").contains("=jakarta.servlet)"));
  }
}
