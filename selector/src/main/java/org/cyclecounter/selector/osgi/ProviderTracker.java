// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.discovery.ServiceFiles;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.selection.RankedCounter;
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
final class ProviderTracker extends BundleTracker<Bundle> {

  private static final String SPI = CycleCounterProvider.class.getName();
  private static final String SERVICES = "META-INF/services";
  private static final String FILE = SERVICES + "/" + SPI;
  private static final int STARTED = Bundle.STARTING | Bundle.ACTIVE;

  /** By bundle or service reference. A tracker's own map is filled after its callback: too late. */
  private final Map<Object, List<BundleProvider>> providers = new ConcurrentHashMap<>();

  private final Registered services;
  private final Runnable changed;

  /**
   * Creates a tracker that is not open yet. Of STARTING bundles, too: a bundle of lazy activation
   * stays there until one of its classes is loaded, which a selection does.
   *
   * @param changed run when providers have come or gone, by the framework's thread
   */
  ProviderTracker(BundleContext context, Runnable changed) {
    super(context, STARTED, null);
    this.changed = changed;
    services = new Registered(context);
  }

  @Override
  public void open() {
    super.open();
    services.open();
  }

  /** Lists them as the bundles were installed: of two equal counters the earlier is taken. */
  List<BundleProvider> providers() {
    List<BundleProvider> all =
        all().sorted(Comparator.comparingLong(one -> one.bundle.getBundleId())).toList();
    return all.stream().filter(provider -> all.stream().noneMatch(provider::isListingOf)).toList();
  }

  private Stream<BundleProvider> all() {
    return providers.values().stream().flatMap(List::stream);
  }

  /** Returns true if the provider of a counter is still present; the last resort needs none. */
  boolean has(RankedCounter ranked) {
    return ranked.chain().isEmpty()
        || all().anyMatch(known -> known == ranked.chain().get(0).candidate().handle());
  }

  /** Records the providers of a bundle or of a service reference, then notifies. */
  private void add(Object from, List<BundleProvider> provided) {
    providers.put(from, provided);
    changed.run();
  }

  private void forget(Object from) {
    providers.remove(from);
    changed.run();
  }

  /** Reads the list of a bundle, but for the system bundle's: that has the JDK's resources. */
  @Override
  public @Nullable Bundle addingBundle(Bundle bundle, @Nullable BundleEvent event) {
    List<BundleProvider> listed = bundle.getBundleId() == 0 ? List.of() : listed(bundle);
    if (listed.isEmpty()) {
      return null;
    }
    add(bundle, listed);
    return bundle;
  }

  @Override
  public void removedBundle(Bundle bundle, @Nullable BundleEvent event, Bundle same) {
    forget(bundle);
  }

  /**
   * Reads the class names of a bundle's service files, each once, in their order; none if a file
   * cannot be read.
   *
   * <p>Hazard: the bundle may stop, or be uninstalled, at any line here, and the framework throws
   * any exception then. One that left here would leave all bundles behind this one untracked.
   */
  private static List<BundleProvider> listed(Bundle bundle) {
    Set<String> types = new LinkedHashSet<>();
    try {
      for (URL file : files(bundle)) {
        try (InputStream in = file.openStream()) {
          types.addAll(ServiceFiles.types(in));
        }
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      String message = bundle + ": " + FILE + " cannot be read";
      if ((bundle.getState() & STARTED) == 0) { // stopped meanwhile, which is no error
        Log.debug(message, e);
      } else {
        Log.warn(message, e);
      }
      return List.of();
    }
    return types.stream()
        .map(type -> new BundleProvider(bundle, true, type, () -> make(bundle, type)))
        .toList();
  }

  /**
   * Finds a bundle's service files, of its fragments as well. {@code findEntries} loads no class
   * and sees no other bundle's files, as {@code getResources} does; that is asked only for a bundle
   * which declares providers.
   */
  private static List<URL> files(Bundle bundle) throws IOException {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    List<URL> files = wiring == null ? null : wiring.findEntries(SERVICES, SPI, 0);
    if (files == null) {
      return List.of(); // stopped meanwhile
    }
    List<BundleCapability> declared = wiring.getCapabilities("osgi.serviceloader");
    if (!files.isEmpty()
        || declared == null // stopped meanwhile
        || declared.stream()
            .noneMatch(one -> SPI.equals(one.getAttributes().get("osgi.serviceloader")))) {
      return files;
    }
    // In a JAR within the JAR, on its Bundle-ClassPath.
    Enumeration<URL> nested = bundle.getResources(FILE);
    return nested == null ? List.of() : Collections.list(nested);
  }

  /** Creates a listed provider: runs its bundle's code, on a thread with a time limit. */
  private static CycleCounterProvider make(Bundle bundle, String type) throws Exception {
    checkImports(bundle, type);
    try {
      Class<?> provider = bundle.loadClass(type);
      if (!CycleCounterProvider.class.isAssignableFrom(provider)) {
        throw new CounterUnavailableException(Rejection.of(Code.NOT_IMPORTED, type).sentence());
      }
      return (CycleCounterProvider) provider.getConstructor().newInstance();
    } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException e) {
      Code code = e instanceof ClassNotFoundException ? Code.NO_CLASS : Code.NO_CONSTRUCTOR;
      throw new CounterUnavailableException(Rejection.of(code, type, FILE).sentence(), e);
    }
  }

  /**
   * Refuses the provider of a bundle that does not see both packages of the API, and warns. A child
   * JVM has accepted it, because that has one API for all. Loads a class of each package: a dynamic
   * import has no wire before.
   */
  private static void checkImports(Bundle bundle, String type) throws CounterUnavailableException {
    for (Class<?> ours : List.of(CycleCounterProvider.class, CounterKind.class)) {
      try {
        Class<?> unused = bundle.loadClass(ours.getName());
      } catch (ClassNotFoundException e) {
        String why = Rejection.of(Code.NO_IMPORT, ours.getPackageName()).sentence();
        Log.warnOnce(type + " of " + bundle + ": " + why);
        throw new CounterUnavailableException(why, e);
      }
    }
  }

  /** Tracks the providers that are registered as a service. */
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
      try {
        CycleCounterProvider provider = context.getService(reference);
        Bundle bundle = reference.getBundle();
        if (provider != null && bundle != null) { // null: gone already
          String type = provider.getClass().getName();
          add(reference, List.of(new BundleProvider(bundle, false, type, () -> provider)));
        }
        return provider;
      } catch (RuntimeException e) { // this bundle stops, or the service's factory is broken
        Log.debug("a service is not available: " + reference, e);
        return null;
      }
    }

    @Override
    public void removedService(
        ServiceReference<CycleCounterProvider> reference, CycleCounterProvider provider) {
      forget(reference);
      context.ungetService(reference);
    }
  }
}
