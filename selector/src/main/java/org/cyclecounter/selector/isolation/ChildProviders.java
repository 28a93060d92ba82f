// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.HashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ProviderReasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Creates, in a child JVM, the providers that the parent names, wherever their classes are: a new
 * one at each {@link #call()}. The parent is told of each method before it is called.
 */
final class ChildProviders implements Callable<CycleCounterProvider> {

  private static final String SPI = CycleCounterProvider.class.getName();

  private final ParentConnection connection;

  /** By number, so that providers of one bundle share their classes here as well. */
  private final Map<Integer, ClassLoader> loaders = new HashMap<>();

  /** Keeps what it has found: each search goes on where it must. */
  private final ServiceLoader<CycleCounterProvider> services =
      ServiceLoader.load(CycleCounterProvider.class, ChildMain.class.getClassLoader());

  /** Creates the providers of the requests that come from there. */
  ChildProviders(ParentConnection connection) {
    this.connection = connection;
    loaders.put(ChildTask.SELECTOR, ChildMain.class.getClassLoader());
  }

  /** Tells the parent, which knows then what ended this process, or what does not return. */
  void calls(String method) {
    Protocol.report(connection, Step.CALLING, method);
  }

  /**
   * Finds a counter in a provider that is new for each counter, so that none depends on what an
   * earlier one did to it. The rest of the list may contain null, or counters without a name.
   */
  CounterSource find() throws Exception {
    ChildTask request = connection.task();
    CycleCounterProvider provider = call();
    calls("counters()");
    for (CounterSource source : provider.counters()) {
      try {
        if (source != null && request.counter().equals(source.name())) {
          return source;
        }
      } catch (RuntimeException | Error e) {
        continue; // it has no name
      }
    }
    throw new IllegalStateException(ChildReasons.notOffered(request.provider(), request.counter()));
  }

  @Override
  public CycleCounterProvider call() throws Exception {
    calls("the loading of its class");
    ChildTask request = connection.task();
    ClassLoader loader = loaders.get(request.loader());
    if (loader == null) {
      loader = new PipeClassLoader(connection, request.loader(), ChildMain.class.getClassLoader());
      loaders.put(request.loader(), loader);
    }
    // By the service loader first: a module's provider may be in a package that is not exported, or
    // be made by its method provider(). A child of a class path has no other modules.
    boolean isInModule =
        request.loader() == ChildTask.SELECTOR && ChildMain.class.getModule().isNamed();
    var service = isInModule ? service(request.provider()) : null;
    if (service == null) {
      return instance(request.provider(), loader);
    }
    initialise(service.type());
    return service.get();
  }

  /** Searches as far as it must; null for a class that no service file names. */
  private ServiceLoader.@Nullable Provider<CycleCounterProvider> service(String type) {
    var iterator = services.stream().iterator();
    while (true) {
      try {
        if (!iterator.hasNext()) {
          return null;
        }
        var service = iterator.next();
        if (service.type().getName().equals(type)) {
          return service;
        }
      } catch (ServiceConfigurationError e) {
        continue; // of another provider
      }
    }
  }

  /** Initialises a class before its constructor is called, to tell the two apart. */
  private void initialise(Class<?> type) throws ClassNotFoundException {
    calls("its static initializer");
    Class<?> unused = Class.forName(type.getName(), true, type.getClassLoader());
    calls("its constructor");
  }

  private CycleCounterProvider instance(String name, ClassLoader loader) throws Exception {
    try {
      Class<?> type = Class.forName(name, false, loader);
      initialise(type);
      return (CycleCounterProvider) type.getConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new CounterUnavailableException(
          ProviderReasons.notUsable(name, "META-INF/services/" + SPI, ProviderReasons.NO_CLASS), e);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new CounterUnavailableException(name + " " + ProviderReasons.NO_CONSTRUCTOR, e);
    }
  }
}
