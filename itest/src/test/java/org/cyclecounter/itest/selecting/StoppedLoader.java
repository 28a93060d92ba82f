// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import com.example.webapp.Provider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.spi.CycleCounterProvider;

/** Selects among the counters of a provider of a web application that has been stopped. */
public final class StoppedLoader {

  private StoppedLoader() {}

  /** Defines the application's classes itself; for one of them it throws what servers throw. */
  static final class Loader extends ClassLoader {

    private static final String APPLICATION = "com.example.webapp.";

    private final boolean stopped;

    Loader(ClassLoader parent, boolean stopped) {
      super(parent);
      this.stopped = stopped;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(APPLICATION)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        byte[] bytes = bytes(name.replace('.', '/') + ".class");
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    private byte[] bytes(String resource) {
      try {
        return Files.readAllBytes(Program.TESTS.resolve(resource));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      if (!name.startsWith(APPLICATION.replace('.', '/'))) {
        return super.getResourceAsStream(name);
      }
      if (stopped && name.contains("Helper")) {
        throw new IllegalStateException("this web application has been stopped already");
      }
      return new ByteArrayInputStream(bytes(name));
    }
  }

  /**
   * Runs.
   *
   * @param arguments none
   * @throws Exception if the provider cannot be made here
   */
  public static void main(String[] arguments) throws Exception {
    Loader loader = new Loader(StoppedLoader.class.getClassLoader(), true);
    Object provider = loader.loadClass(Provider.class.getName()).getConstructor().newInstance();
    var selected =
        CycleCounterSelector.builder()
            .providers(List.of((CycleCounterProvider) provider))
            .build()
            .select();
    FirstUse.say("selected", selected.counter().implementation());
    selected
        .report()
        .counters()
        .forEach(
            counter ->
                FirstUse.say(
                    "row", counter.name() + "\t" + counter.verdict() + ": " + counter.reason()));
    FirstUse.say("ended", "yes");
  }
}
