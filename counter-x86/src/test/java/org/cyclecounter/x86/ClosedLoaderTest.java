// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A program's class loader may be closed as soon as a reading has returned. */
class ClosedLoaderTest {

  private static final String LINKING = "cyclecounter-linking";

  /** More than begin to link. */
  private static final int READS = 2000;

  private final List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
  private final ClassLoader contextLoader = Thread.currentThread().getContextClassLoader();
  private Thread.UncaughtExceptionHandler handler;

  /** Loads the project itself, and notes the classes that the linking thread requests. */
  private static final class Application extends URLClassLoader {
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    Application() {
      super(
          Stream.of(CycleCounter.class, CpuCycles.class, X86Provider.class)
              .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
              .toArray(URL[]::new),
          ClassLoader.getPlatformClassLoader());
    }

    private void note(String name) {
      if (Thread.currentThread().getName().equals(LINKING)) {
        asked.add(name);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      note(name);
      return super.loadClass(name, resolve);
    }

    @Override
    public URL getResource(String name) {
      note(name);
      return super.getResource(name);
    }
  }

  @BeforeEach
  void noteWhatThreadsDieOf() {
    assumeTrue(NativeTicks.canBeLinked(), "this Java links nothing on this platform");
    handler = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
  }

  @AfterEach
  void restore() {
    Thread.setDefaultUncaughtExceptionHandler(handler);
    Thread.currentThread().setContextClassLoader(contextLoader);
  }

  /** Tomcat logs a stack trace for each request, with any answer. */
  @Test
  void linksWithoutAskingTheLoader() throws Exception {
    Application loader = new Application();
    try (loader) {
      Thread.currentThread().setContextClassLoader(loader);
      Method read = loader.loadClass(CpuCycles.class.getName()).getMethod("cycles");
      for (int i = 0; i < READS; i++) {
        read.invoke(null);
      }
    }
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals(LINKING)) {
        assertThat(thread.getContextClassLoader()).isNotSameAs(loader);
        thread.join();
      }
    }
    assertThat(loader.asked).isEmpty();
    assertThat(uncaught).isEmpty();
  }
}
