// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.Raising.raise;

import com.example.PluginProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

/** Providers whose classes no class path names: a child JVM is given them by their class loader. */
class ChildJvmClassLoaderTest {

  private static final String STOPPED = "this application has been stopped";

  private static final URL CLASSES =
      CrashProvider.class.getProtectionDomain().getCodeSource().getLocation();

  /** Loads the plug-in itself, and gives another stream where one of its files is read. */
  private static final class Plugin extends URLClassLoader {
    private final String name;
    private final Supplier<InputStream> file;

    Plugin(String name, Supplier<InputStream> file) {
      super(new URL[] {CLASSES}, ChildJvmClassLoaderTest.class.getClassLoader());
      this.name = name;
      this.file = file;
    }

    @Override
    protected Class<?> loadClass(String type, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(type)) {
        Class<?> loaded = findLoadedClass(type);
        return loaded != null
            ? loaded
            : type.startsWith(PluginProvider.class.getName())
                ? findClass(type)
                : super.loadClass(type, resolve);
      }
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
      return resource.endsWith(name) ? file.get() : super.getResourceAsStream(resource);
    }

    List<Candidate> candidates(String... names) throws Exception {
      Object provider = loadClass(PluginProvider.class.getName()).getConstructor().newInstance();
      return Candidates.of((CycleCounterProvider) provider, names);
    }
  }

  private static List<IsolationResult> probe(List<Candidate> candidates) {
    return new ChildJvmIsolator(Candidates.PATIENT_SECONDS, false).probe(candidates);
  }

  /**
   * As of a plug-in, whose classes no class path of this JVM names; of a web application that has
   * been stopped; of a bundle that has been uninstalled.
   */
  @Test
  void loadsProviderFromItsClassLoaderAndGivesWhatThatThrowsAsReason() throws Exception {
    List<Throwable> thrown =
        List.of(
            new IllegalStateException(STOPPED),
            new StackOverflowError(STOPPED),
            new IOException(STOPPED));
    List<Candidate> candidates = new ArrayList<>();
    candidates.addAll(new Plugin("none", () -> null).candidates("at-once", "with-helper"));
    for (Throwable e : thrown) {
      Supplier<InputStream> throwing = () -> raise(e);
      candidates.addAll(new Plugin("PluginProvider.class", throwing).candidates("at-once"));
      candidates.addAll(new Plugin("$Helper.class", throwing).candidates("at-once", "with-helper"));
    }
    List<IsolationResult> results = new ArrayList<>(probe(candidates));
    assertThat(results.remove(0).result()).isEqualTo(Result.PASSED);
    assertThat(results.remove(0).result()).isEqualTo(Result.PASSED);
    for (Throwable e : thrown) {
      String why =
          " cannot be loaded from the provider's class loader: it threw "
              + e.getClass().getName()
              + ": "
              + STOPPED;
      IsolationResult atOnce = results.remove(0);
      assertThat(atOnce.result()).isEqualTo(Result.NOT_PROBED);
      assertThat(atOnce.reason())
          .startsWith("it may crash, and a child JVM cannot create its provider: ")
          .endsWith("/PluginProvider.class" + why);
      assertThat(results.remove(0).result()).isEqualTo(Result.PASSED);
      IsolationResult onOpen = results.remove(0);
      assertThat(onOpen.result()).isEqualTo(Result.FAILED);
      assertThat(onOpen.reason()).endsWith("/PluginProvider$Helper.class" + why);
    }
  }

  /** A file without an end, which counts what is read of it. */
  private static final class Endless extends InputStream {
    private final AtomicLong read = new AtomicLong();

    @Override
    public int read() {
      return read(new byte[1], 0, 1);
    }

    @Override
    public int read(byte[] to, int from, int length) {
      read.addAndGet(length);
      return length;
    }
  }

  @Test
  void readsFileInPiecesUpToLimit() throws Exception {
    String why =
        " is larger than the 16 MB that a child JVM can load from the provider's class loader";
    Endless file = new Endless();
    Endless type = new Endless();
    List<Candidate> candidates = new ArrayList<>();
    candidates.addAll(
        new Plugin("large.bin", () -> file).candidates("reads-beginning", "reads-all"));
    candidates.addAll(new Plugin("$Helper.class", () -> type).candidates("at-once", "with-helper"));
    List<IsolationResult> results = probe(candidates);
    assertThat(results)
        .extracting(IsolationResult::result)
        .containsExactly(Result.PASSED, Result.FAILED, Result.PASSED, Result.FAILED);
    assertThat(results.get(1).reason()).contains("java.io.IOException: large.bin" + why);
    assertThat(results.get(3).reason()).endsWith("/PluginProvider$Helper.class" + why);
    long most = LoaderResources.MAX_RESOURCE + ParentConnection.PIECE;
    assertThat(file.read.get()).isLessThanOrEqualTo(2 * most);
    assertThat(type.read.get()).isLessThanOrEqualTo(most);
  }
}
