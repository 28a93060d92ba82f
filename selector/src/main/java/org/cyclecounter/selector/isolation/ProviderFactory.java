// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.cyclecounter.selector.child.ParentLink;
import org.cyclecounter.selector.child.PipeClassLoader;
import org.cyclecounter.selector.isolation.LifeThread.Ended;
import org.cyclecounter.selector.isolation.Messages.Verdict;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;

/**
 * Creates, in a child JVM, the providers that the parent names, wherever their classes are: a new
 * one each time, so that no counter depends on what an earlier one did to it.
 */
final class ProviderFactory implements Rehearsal.Providers {

  private static final String SERVICE_FILE =
      "META-INF/services/" + CycleCounterProvider.class.getName();

  private final ParentLink link;

  /** By number, so that providers of one bundle share their classes here as well. */
  private final Map<Integer, ClassLoader> loaders = new HashMap<>();

  /** Keeps what it has found: each search goes on where it must. */
  private final ServiceLoader<CycleCounterProvider> services =
      ServiceLoader.load(CycleCounterProvider.class, ChildMain.class.getClassLoader());

  ProviderFactory(ParentLink link) {
    this.link = link;
    loaders.put(PipeClassLoader.MAIN, ChildMain.class.getClassLoader());
  }

  @Override
  public CycleCounterProvider create(Task task, LifeThread thread) throws Exception {
    String name = task.provider();
    thread.tells("the loading of its class");
    ClassLoader loader = loaders.get(task.loader());
    if (loader == null) {
      loader = new PipeClassLoader(link, task.loader(), ChildMain.class.getClassLoader());
      loaders.put(task.loader(), loader);
    }
    // By the service loader first: a module's provider may be in a package that is not exported, or
    // be made by its method provider(). A child of a class path has no other modules.
    boolean isInModule =
        task.loader() == PipeClassLoader.MAIN && ChildMain.class.getModule().isNamed();
    var service = isInModule ? service(name) : null;
    try {
      Class<?> type = service != null ? service.type() : Class.forName(name, false, loader);
      thread.tells("its static initializer"); // before its constructor, to tell the two apart
      Class<?> unused = Class.forName(type.getName(), true, type.getClassLoader());
      thread.tells("its constructor");
      Object created = service != null ? service.get() : type.getConstructor().newInstance();
      CycleCounterProvider provider = (CycleCounterProvider) created;
      thread.tells("counters()");
      return provider;
    } catch (ClassNotFoundException e) {
      throw new Ended(Verdict.FAILED, Rejection.of(Code.NO_CLASS, name, SERVICE_FILE));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new Ended(Verdict.FAILED, Rejection.of(Code.NO_CONSTRUCTOR, name, SERVICE_FILE));
    }
  }

  /** Searches as far as it must; null for a class that no service file names. */
  private ServiceLoader.@Nullable Provider<CycleCounterProvider> service(String type) {
    Iterator<ServiceLoader.Provider<CycleCounterProvider>> found = services.stream().iterator();
    while (true) {
      try {
        if (!found.hasNext()) {
          return null;
        }
        var service = found.next();
        if (service.type().getName().equals(type)) {
          return service;
        }
      } catch (ServiceConfigurationError e) {
        continue; // of another provider
      }
    }
  }
}
