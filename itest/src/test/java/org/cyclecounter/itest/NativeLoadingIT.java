package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged library for real: several class loaders, several JVMs, a directory mounted noexec.
 */
class NativeLoadingIT {

  @TempDir Path directory;

  @BeforeAll
  static void onX86() {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "the library used here is of counter-x86");
  }

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

  @Test
  void manyJvmsLoadItAtOnceAndLeaveNothingBehind() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(6);
    try {
      List<Future<Java.Result>> results = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        results.add(pool.submit(() -> list("java.io.tmpdir", directory)));
      }
      for (Future<Java.Result> result : results) {
        assertThat(result.get().out()).anyMatch(line -> line.startsWith("* amd64-"));
      }
    } finally {
      pool.shutdown();
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.filter(path -> path.toString().contains("cyclecounter"))).isEmpty();
    }
  }

  @Test
  void aDirectoryMountedNoexecIsPassedOver() throws Exception {
    assumeTrue(
        mount("mount", "-t", "tmpfs", "-o", "noexec,size=4m", "tmpfs", directory.toString()),
        "this user may not mount a file system");
    try {
      Java.Result result = list("org.cyclecounter.native.directory", directory);
      assertThat(result.out()).anyMatch(line -> line.startsWith("* amd64-"));
    } finally {
      mount("umount", directory.toString());
    }
  }

  private static boolean mount(String... command) throws Exception {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static Java.Result list(String property, Path value) throws Exception {
    return Java.java(
        "-D" + property + "=" + value,
        Java.nativeAccess(
            "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os"),
        "-p",
        Java.MODS,
        "-m",
        "org.cyclecounter.selector",
        "list");
  }
}
