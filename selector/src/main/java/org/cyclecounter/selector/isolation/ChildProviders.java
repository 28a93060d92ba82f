// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.HashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** Creates, in a child JVM, the providers that the parent names, wherever their classes are. */
final class ChildProviders {

  private final ParentConnection connection;

  /** By number, so that providers of one bundle share their classes here as well. */
  private final Map<Integer, ClassLoader> loaders = new HashMap<>();

  ChildProviders(ParentConnection connection) {
    this.connection = connection;
  }

  /**
   * Finds a counter in a provider that is new for each counter, so that none depends on what an
   * earlier one did to it.
   */
  CounterSource find(ChildTask.Counter counter) throws ReflectiveOperationException {
    for (CounterSource source : create(counter.provider(), counter.loader()).counters()) {
      if (counter.name().equals(source.name())) {
        return source;
      }
    }
    throw new IllegalStateException(ChildReasons.notOffered(counter.provider(), counter.name()));
  }

  private CycleCounterProvider create(String provider, int loader)
      throws ReflectiveOperationException {
    if (loader != ChildTask.ON_THE_PATH) {
      return instance(Class.forName(provider, true, loaders.computeIfAbsent(loader, this::loader)));
    }
    // By the service loader first: a module's provider may be in a package that is not exported, or
    // be made by its method provider().
    var services =
        ServiceLoader.load(CycleCounterProvider.class, ChildMain.class.getClassLoader()).stream()
            .iterator();
    while (true) {
      try {
        if (!services.hasNext()) {
          return instance(Class.forName(provider));
        }
        var service = services.next();
        if (service.type().getName().equals(provider)) {
          return service.get();
        }
      } catch (ServiceConfigurationError e) {
        continue; // of another provider
      }
    }
  }

  private ClassLoader loader(int number) {
    return new PipeClassLoader(connection, number, ChildMain.class.getClassLoader());
  }

  private static CycleCounterProvider instance(Class<?> type) throws ReflectiveOperationException {
    return (CycleCounterProvider) type.getConstructor().newInstance();
  }
}
