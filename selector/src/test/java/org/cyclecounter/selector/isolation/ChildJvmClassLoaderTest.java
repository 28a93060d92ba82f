// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.PluginProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

/** Providers whose classes no class path names: a child JVM is given them by their class loader. */
class ChildJvmClassLoaderTest {

  private static final String STOPPED = "this application has been stopped";

  /** Loads the plug-in itself. */
  private static class OwnFirst extends URLClassLoader {
    OwnFirst(URL classes) {
      super(new URL[] {classes}, ChildJvmClassLoaderTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null
            ? loaded
            : name.startsWith(PluginProvider.class.getName())
                ? findClass(name)
                : super.loadClass(name, resolve);
      }
    }
  }

  /** Loads the plug-in itself, but throws where one of its files is read. */
  private static final class Throwing extends OwnFirst {
    private final String name;
    private final Throwable thrown;

    Throwing(URL classes, String name, Throwable thrown) {
      super(classes);
      this.name = name;
      this.thrown = thrown;
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
      if (resource.endsWith(name)) {
        Throwing.<RuntimeException>raise(thrown);
      }
      return super.getResourceAsStream(resource);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable e) throws T {
      throw (T) e;
    }
  }

  private static CycleCounterProvider made(ClassLoader loader) throws Exception {
    return (CycleCounterProvider)
        loader.loadClass(PluginProvider.class.getName()).getConstructor().newInstance();
  }

  /** As a bundle's, or a plug-in's: no class path of this JVM names its classes. */
  @Test
  void aProviderOfAClassLoaderOfItsOwnIsProbed() throws Exception {
    URL classes = CrashProvider.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader = new OwnFirst(classes)) {
      CycleCounterProvider provider = made(loader);
      assertThat(provider).isNotInstanceOf(PluginProvider.class);
      assertThat(
              new ChildJvmIsolator(5, false)
                  .probe(Candidates.of(provider, "at-once", "with-helper")))
          .extracting(IsolationResult::result)
          .containsExactly(Result.PASSED, Result.PASSED);
    }
  }

  /** As of a web application that has been stopped, or a bundle that has been uninstalled. */
  @Test
  void whateverAClassLoaderThrowsIsAReason() throws Exception {
    URL classes = CrashProvider.class.getProtectionDomain().getCodeSource().getLocation();
    for (Throwable thrown :
        List.of(
            new IllegalStateException(STOPPED),
            new NoClassDefFoundError(STOPPED),
            new StackOverflowError(STOPPED),
            new IOException(STOPPED))) {
      try (URLClassLoader atOnce = new Throwing(classes, "PluginProvider.class", thrown);
          URLClassLoader onOpen = new Throwing(classes, "$Helper.class", thrown)) {
        List<Candidate> candidates = new ArrayList<>();
        candidates.addAll(Candidates.of(made(atOnce), "at-once"));
        candidates.addAll(Candidates.of(made(onOpen), "with-helper", "at-once"));
        candidates.addAll(Candidates.of(new PluginProvider(), "with-helper"));
        long startNs = System.nanoTime();
        List<IsolationResult> outcomes = new ChildJvmIsolator(5, false).probe(candidates);
        assertThat(System.nanoTime() - startNs).isLessThan(50_000_000_000L);
        assertThat(outcomes)
            .as("%s", outcomes)
            .extracting(IsolationResult::result)
            .containsExactly(Result.NOT_PROBED, Result.PASSED, Result.FAILED, Result.PASSED);
        String why =
            " cannot be loaded from the provider's class loader: it threw "
                + thrown.getClass().getName()
                + ": "
                + STOPPED;
        assertThat(outcomes.get(0).reason())
            .startsWith("it may crash, and a child JVM cannot create its provider: ")
            .endsWith("/PluginProvider.class" + why);
        assertThat(outcomes.get(2).reason()).endsWith("/PluginProvider$Helper.class" + why);
      }
    }
  }

  /** Has a file without an end, of which it counts what is read. */
  private static final class Endless extends OwnFirst {
    private final String name;
    private final AtomicLong read = new AtomicLong();

    Endless(URL classes, String name) {
      super(classes);
      this.name = name;
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
      if (!resource.endsWith(name)) {
        return super.getResourceAsStream(resource);
      }
      return new InputStream() {
        @Override
        public int read() {
          return read(new byte[1], 0, 1);
        }

        @Override
        public int read(byte[] to, int from, int length) {
          read.addAndGet(length);
          return length;
        }
      };
    }
  }

  @Test
  void fileOfAnySizeIsReadInPiecesAndUpToLimit() throws Exception {
    URL classes = CrashProvider.class.getProtectionDomain().getCodeSource().getLocation();
    String why =
        " is larger than the 16 MB that a child JVM can load from the provider's class loader";
    try (Endless file = new Endless(classes, "large.bin");
        Endless type = new Endless(classes, "$Helper.class")) {
      List<Candidate> candidates = new ArrayList<>();
      candidates.addAll(Candidates.of(made(file), "reads-beginning", "reads-all"));
      candidates.addAll(Candidates.of(made(type), "at-once", "with-helper"));
      List<IsolationResult> outcomes = new ChildJvmIsolator(50, false).probe(candidates);
      assertThat(outcomes)
          .extracting(IsolationResult::result)
          .containsExactly(Result.PASSED, Result.FAILED, Result.PASSED, Result.FAILED);
      assertThat(outcomes.get(1).reason()).contains("java.io.IOException: large.bin" + why);
      assertThat(outcomes.get(3).reason()).endsWith("/PluginProvider$Helper.class" + why);
      long most = LoaderResources.MAX_RESOURCE + ParentConnection.PIECE;
      assertThat(file.read.get()).isLessThanOrEqualTo(2 * most);
      assertThat(type.read.get()).isLessThanOrEqualTo(most);
    }
  }
}
