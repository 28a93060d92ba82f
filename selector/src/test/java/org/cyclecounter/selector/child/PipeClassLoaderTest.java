// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.Raising.raise;

import com.example.PluginTask;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Gives a child classes and files that no class path names, by their class loader. */
class PipeClassLoaderTest {

  private static final String STOPPED = "this application has been stopped";
  private static final String FAILURE = LinkageError.class.getName() + ": ";

  /** As of a plug-in: loads its classes itself, and gives another stream for one of its files. */
  static final class Plugin extends URLClassLoader {
    private final String name;
    private final Supplier<InputStream> file;

    Plugin(String name, Supplier<InputStream> file) {
      super(
          new URL[] {PluginTask.class.getProtectionDomain().getCodeSource().getLocation()},
          Plugin.class.getClassLoader());
      this.name = name;
      this.file = file;
    }

    Class<?> task(Class<?> type) throws ClassNotFoundException {
      return findClass(type.getName());
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
      return resource.endsWith(name) ? file.get() : super.getResourceAsStream(resource);
    }
  }

  private static String call(ChildJvm child, String name, Supplier<InputStream> file)
      throws Exception {
    return TestChild.call(child, new Plugin(name, file).task(PluginTask.class));
  }

  /** As of a web application that has been stopped, or a bundle that has been uninstalled. */
  @Test
  void loadsClassesAndGivesExceptionOfClassLoaderAsReason() throws Exception {
    List<Throwable> thrown =
        List.of(
            new IllegalStateException(STOPPED),
            new StackOverflowError(STOPPED),
            new IOException(STOPPED));
    try (ChildJvm child = TestChild.start()) {
      assertThat(call(child, "none", () -> null)).isEqualTo("helped no file");
      for (Throwable e : thrown) {
        for (String name : List.of("PluginTask.class", "PluginTask$Helper.class", "large.bin")) {
          String file = (name.equals("large.bin") ? "" : "com/example/") + name;
          assertThat(call(child, name, () -> raise(e)))
              .isEqualTo(FAILURE + file + " cannot be loaded from its class loader: it threw " + e);
        }
      }
    }
  }

  @Test
  void readsFileUpToLimit() throws Exception {
    byte[] largest = new byte[LoaderResources.MAX_RESOURCE];
    AtomicLong read = new AtomicLong();
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            read.incrementAndGet();
            return 0;
          }
        };
    try (ChildJvm child = TestChild.start()) {
      assertThat(call(child, "large.bin", () -> new ByteArrayInputStream(largest)))
          .isEqualTo("helped " + largest.length + " bytes");
      assertThat(call(child, "large.bin", () -> endless))
          .isEqualTo(
              FAILURE
                  + "large.bin is larger than the 8 MB that a child JVM can load from its class"
                  + " loader");
    }
    assertThat(read).hasValue(largest.length + 1);
  }
}
