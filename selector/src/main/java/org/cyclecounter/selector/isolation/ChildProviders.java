// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.HashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/** In the child JVM: makes the providers that the parent names, wherever their classes are. */
final class ChildProviders {

  private final ChildPipe pipe;
  private final Map<Integer, ClassLoader> loaders = new HashMap<>();

  ChildProviders(ChildPipe pipe) {
    this.pipe = pipe;
  }

  /** A counter of a new provider. */
  CounterSource counter(String provider, String name, int loader)
      throws ReflectiveOperationException {
    for (CounterSource source : make(provider, loader).counters()) {
      if (name.equals(source.name())) {
        return source;
      }
    }
    throw new IllegalStateException(ChildReasons.notOffered(provider, name));
  }

  private CycleCounterProvider make(String provider, int loader)
      throws ReflectiveOperationException {
    if (loader != Protocol.ON_THE_PATH) {
      return instance(Class.forName(provider, true, loaders.computeIfAbsent(loader, this::loader)));
    }
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
    return new PipeClassLoader(pipe, number, ChildMain.class.getClassLoader());
  }

  private static CycleCounterProvider instance(Class<?> type) throws ReflectiveOperationException {
    return (CycleCounterProvider) type.getConstructor().newInstance();
  }
}
