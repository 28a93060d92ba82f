// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;

/** The packaged library for real, in several class loaders; the attacks have the rest. */
@EnabledOnOs(architectures = "amd64", disabledReason = "the library used here is of counter-x86")
class NativeLoadingIT {

  private static URLClassLoader loader() throws Exception {
    List<URL> urls = new ArrayList<>();
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      for (Path jar : jars.toList()) {
        urls.add(jar.toUri().toURL());
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** Reads amd64-tsc as found by a class loader of its own. */
  private static long read(URLClassLoader loader) throws Exception {
    Class<?> provider = loader.loadClass("org.cyclecounter.x86.X86Provider");
    Class<?> source = loader.loadClass("org.cyclecounter.spi.CounterSource");
    Class<?> ticks = loader.loadClass("org.cyclecounter.spi.TickSource");
    List<?> counters =
        (List<?>) provider.getMethod("counters").invoke(provider.getConstructor().newInstance());
    for (Object counter : counters) {
      if (source.getMethod("name").invoke(counter).equals("amd64-tsc")) {
        return (long) ticks.getMethod("ticks").invoke(source.getMethod("open").invoke(counter));
      }
    }
    throw new AssertionError("no amd64-tsc among " + counters);
  }

  @Test
  void twoClassLoadersLoadItAtOnce() throws Exception {
    try (URLClassLoader one = loader();
        URLClassLoader two = loader()) {
      long first = read(one);
      long second = read(two);
      assertThat(second - first).isPositive();
      assertThat(read(one) - second).isPositive();
    }
  }
}
