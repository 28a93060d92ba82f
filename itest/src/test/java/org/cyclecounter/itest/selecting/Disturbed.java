// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import java.io.File;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.spi.nativelib.CheckedTicks;

/** Programs whose locks or other code are in the way of their first reading. */
public final class Disturbed {

  private Disturbed() {}

  /**
   * Runs one.
   *
   * @param arguments {@code held} or {@code loader}
   * @throws Exception if it cannot go on
   */
  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "held" -> {
        Object counter = CpuCycles.counter();
        Class<?> child = Class.forName("org.cyclecounter.selector.isolation.NativeChild");
        readHolding(List.of(counter, counter.getClass(), CheckedTicks.class, child));
      }
      case "loader" -> {
        inLoader();
        return;
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    FirstUse.main(new String[] {"static"});
  }

  private static void readHolding(List<Object> monitors) {
    if (monitors.isEmpty()) {
      CpuCycles.cycles();
      return;
    }
    synchronized (monitors.get(0)) {
      readHolding(monitors.subList(1, monitors.size()));
    }
  }

  /** Measures its lookups with the counter of the program that it has loaded. */
  private static final class Measuring extends URLClassLoader {
    private volatile Method cycles;

    Measuring(URL[] urls) {
      super(urls, ClassLoader.getPlatformClassLoader());
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      if (cycles != null) {
        try {
          cycles.invoke(null);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e);
        }
      }
      return super.getResourceAsStream(name);
    }
  }

  private static void inLoader() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(new File(entry).toURI().toURL());
    }
    Measuring loader = new Measuring(urls.toArray(URL[]::new));
    loader.cycles = loader.loadClass(CpuCycles.class.getName()).getMethod("cycles");
    Method main = loader.loadClass(FirstUse.class.getName()).getMethod("main", String[].class);
    main.invoke(null, (Object) new String[] {"static"});
  }
}
