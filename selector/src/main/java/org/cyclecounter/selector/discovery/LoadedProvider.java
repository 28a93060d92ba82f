// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.cyclecounter.selector.report.Reports.Rejected;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * A provider whose class is loaded: found on the class path or the module path, without
 * initialising it, or the program has created the provider. {@link #call()} runs a discovered
 * provider's constructor, or in a module its method {@code provider()}, whose return type then is
 * the provider's type.
 *
 * @param service creates it, or returns it; null for the class's constructor
 */
record LoadedProvider(
    Class<?> loaded, boolean isFound, @Nullable Supplier<? extends CycleCounterProvider> service)
    implements ProviderHandle {

  /** Providers that cannot be loaded before the search is given up. */
  private static final int MAX_FAILURES = 1000;

  @Override
  public String type() {
    return loaded.getName();
  }

  @Override
  public CycleCounterProvider call() throws ReflectiveOperationException {
    return service == null
        ? (CycleCounterProvider) loaded.getConstructor().newInstance()
        : service.get();
  }

  /**
   * Adds what is found by the selector's own class loader: a bad line ends no search.
   *
   * @param unloaded takes the lines that name no provider
   */
  static void search(List<ProviderHandle> found, List<Rejected> unloaded) {
    if (ServiceFiles.search(found, unloaded)) {
      return;
    }
    Iterator<ServiceLoader.Provider<CycleCounterProvider>> services =
        ServiceLoader.load(CycleCounterProvider.class, LoadedProvider.class.getClassLoader())
            .stream()
            .iterator();
    int failures = 0;
    while (failures < MAX_FAILURES) { // a class loader that always throws would go on for ever
      try {
        if (!services.hasNext()) {
          break;
        }
        ServiceLoader.Provider<CycleCounterProvider> service = services.next();
        found.add(new LoadedProvider(service.type(), true, service));
      } catch (RuntimeException | Error e) { // of a class loader: anything
        failures++;
        Log.debug("a provider cannot be loaded", e);
        unloaded.add(ServiceFiles.rejected(e));
      }
    }
  }
}
