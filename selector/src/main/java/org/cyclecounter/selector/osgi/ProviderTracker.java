// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.cyclecounter.selector.discovery.ProviderHandle;
import org.cyclecounter.selector.discovery.ServiceFiles;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.util.tracker.BundleTracker;
import org.osgi.util.tracker.ServiceTracker;

/**
 * Tracks the providers: those that started bundles list in {@code META-INF/services}, with or
 * without a mediator, and those that are registered as a service. A mediator's copies of the
 * former, which carry the property {@code serviceloader.mediator}, are ignored; a provider that its
 * bundle both lists and registers counts as registered. Creates no listed provider. Thread-safe.
 */
final class ProviderTracker {

  private static final String SPI = CycleCounterProvider.class.getName();
  private static final String SERVICES = "META-INF/services";
  private static final int STARTED = Bundle.STARTING | Bundle.ACTIVE;

  /** By bundle or service reference. A tracker's own map is filled after its callback: too late. */
  private final Map<Object, List<BundleProvider>> providers = new ConcurrentHashMap<>();

  private final Listed bundles;
  private final Registered services;
  private final Runnable changed;

  /**
   * Creates a tracker that is not open yet.
   *
   * @param changed run when providers have come or gone, by the thread that lets them
   */
  ProviderTracker(BundleContext context, Runnable changed) {
    this.changed = changed;
    bundles = new Listed(context);
    services = new Registered(context);
  }

  void open() {
    bundles.open();
    services.open();
  }

  /** Lists them as the bundles were installed: of two equal counters the earlier is taken. */
  List<BundleProvider> providers() {
    List<BundleProvider> all =
        all().sorted(Comparator.comparingLong(BundleProvider::bundleId)).toList();
    return all.stream().filter(provider -> all.stream().noneMatch(provider::isListingOf)).toList();
  }

  private Stream<BundleProvider> all() {
    return providers.values().stream().flatMap(List::stream);
  }

  /** Returns true if a provider is still present. */
  boolean has(ProviderHandle provider) {
    return all().anyMatch(known -> known == provider);
  }

  /** Records what a bundle or a service reference provides, before anybody is told. */
  private void add(Object from, List<BundleProvider> provided) {
    providers.put(from, provided);
    changed.run();
  }

  private void forget(Object from) {
    providers.remove(from);
    changed.run();
  }

  /**
   * Reads the lists of started bundles. STARTING, too: a bundle of lazy activation stays there
   * until one of its classes is loaded, which a selection does. The system bundle has the JDK's
   * resources.
   */
  private final class Listed extends BundleTracker<Bundle> {
    Listed(BundleContext context) {
      super(context, STARTED, null);
    }

    /**
     * Hazard: the bundle may stop, or be uninstalled, at any line here, and the framework throws
     * whatever it likes then. An exception would leave all bundles behind this one untracked.
     */
    @Override
    public @Nullable Bundle addingBundle(Bundle bundle, @Nullable BundleEvent event) {
      List<BundleProvider> provided = new ArrayList<>();
      try {
        BundleWiring wiring = bundle.adapt(BundleWiring.class);
        if (wiring == null || bundle.getBundleId() == 0) {
          return null;
        }
        for (String type : types(wiring)) {
          provided.add(new BundleProvider(bundle, true, type, () -> make(bundle, type)));
        }
      } catch (IOException | RuntimeException | LinkageError e) {
        unreadable(bundle, e);
        return null;
      }
      if (provided.isEmpty()) {
        return null;
      }
      add(bundle, provided);
      return bundle;
    }

    @Override
    public void removedBundle(Bundle bundle, @Nullable BundleEvent event, Bundle same) {
      forget(bundle);
    }
  }

  /** Logs a bundle that cannot be read; one that goes meanwhile is no fault of anybody's. */
  private static void unreadable(Bundle bundle, Throwable e) {
    String message = bundle + ": " + SERVICES + "/" + SPI + " cannot be read";
    if ((bundle.getState() & STARTED) == 0) {
      Log.debug(message, e);
    } else {
      Log.warn(message, e);
    }
  }

  /** Reads the class names of a bundle's service files, each once, in their order. */
  private static Set<String> types(BundleWiring wiring) throws IOException {
    Set<String> types = new LinkedHashSet<>();
    for (URL file : files(wiring)) {
      try (InputStream in = file.openStream()) {
        types.addAll(ServiceFiles.types(in));
      }
    }
    return types;
  }

  /**
   * Finds a bundle's service files, of its fragments as well. {@code findEntries} loads no class
   * and sees no other bundle's files, as {@code getResources} does; that is asked only for a bundle
   * which declares providers.
   */
  private static List<URL> files(BundleWiring wiring) throws IOException {
    List<URL> files = wiring.findEntries(SERVICES, SPI, 0);
    if (files == null) {
      return List.of(); // stopped meanwhile
    }
    if (!files.isEmpty() || !declares(wiring)) {
      return files;
    }
    // In a JAR within the JAR, on its Bundle-ClassPath.
    Enumeration<URL> nested = wiring.getBundle().getResources(SERVICES + "/" + SPI);
    return nested == null ? List.of() : Collections.list(nested);
  }

  private static boolean declares(BundleWiring wiring) {
    List<BundleCapability> declared = wiring.getCapabilities("osgi.serviceloader");
    return declared != null // no longer in use
        && declared.stream()
            .anyMatch(
                capability -> SPI.equals(capability.getAttributes().get("osgi.serviceloader")));
  }

  /** Creates a listed provider: runs its bundle's code, on a thread with a time limit. */
  private static CycleCounterProvider make(Bundle bundle, String type) throws Exception {
    try {
      Class<?> provider = bundle.loadClass(type);
      if (!CycleCounterProvider.class.isAssignableFrom(provider)) {
        String wrong = " does not implement the " + SPI + " that the selector uses";
        String remedy = "; the bundle must import org.cyclecounter.spi";
        throw new CounterUnavailableException(type + wrong + remedy);
      }
      return (CycleCounterProvider) provider.getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new CounterUnavailableException(
          Rejection.of(Code.NO_CLASS, type, SERVICES + "/" + SPI).sentence(), e);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new CounterUnavailableException(
          Rejection.of(Code.NO_CONSTRUCTOR, type, SERVICES + "/" + SPI).sentence(), e);
    }
  }

  /** Takes providers that are registered as a service, by whatever means. */
  private final class Registered
      extends ServiceTracker<CycleCounterProvider, CycleCounterProvider> {
    Registered(BundleContext context) {
      super(context, CycleCounterProvider.class, null);
    }

    @Override
    public @Nullable CycleCounterProvider addingService(
        ServiceReference<CycleCounterProvider> reference) {
      if (reference.getProperty("serviceloader.mediator") != null) {
        return null; // a copy
      }
      CycleCounterProvider provider;
      try {
        provider = context.getService(reference);
      } catch (RuntimeException e) { // this bundle stops, or the service's factory is broken
        Log.debug("a service cannot be had: " + reference, e);
        return null;
      }
      Bundle bundle = reference.getBundle();
      if (provider == null || bundle == null) {
        return null; // gone already
      }
      String type = provider.getClass().getName();
      add(reference, List.of(new BundleProvider(bundle, false, type, () -> provider)));
      return provider;
    }

    @Override
    public void removedService(
        ServiceReference<CycleCounterProvider> reference, CycleCounterProvider provider) {
      forget(reference);
      context.ungetService(reference);
    }
  }
}
