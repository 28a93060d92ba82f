// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Counts the resources that this process keeps.
 *
 * @param threads how many of each name; numbers in names are left out
 * @param descriptors of files; -1 where there is no /proc
 * @param temporaryFiles in the JVM's own temporary directory
 */
record Footprint(Map<String, Integer> threads, long descriptors, List<String> temporaryFiles) {

  /**
   * The JDK keeps a reaper for a minute after each child; Equinox starts a thread that closes
   * bundles' files when many are open.
   */
  private static final Set<String> NOT_OURS = Set.of("process reaper", "Bundle File Closer");

  /** The JVM's own, opened when it likes. */
  private static final long FEW_DESCRIPTORS = 2;

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  static Footprint now() {
    Map<String, Integer> threads = new TreeMap<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (NOT_OURS.contains(thread.getName())) {
        continue;
      }
      threads.merge(thread.getName().replaceAll("[0-9]+", "N"), 1, Integer::sum);
    }
    return new Footprint(
        threads,
        Files.exists(DESCRIPTORS) ? list(DESCRIPTORS).size() : -1,
        list(Path.of(System.getProperty("java.io.tmpdir"))));
  }

  /**
   * Returns true if nothing new is held. Fewer may be: other tests' frameworks end pools and
   * extract libraries meanwhile.
   */
  boolean isWithin(Footprint before) {
    return descriptors <= before.descriptors + FEW_DESCRIPTORS
        && before.temporaryFiles.containsAll(temporaryFiles)
        && threads.entrySet().stream()
            .allMatch(
                thread -> thread.getValue() <= before.threads.getOrDefault(thread.getKey(), 0));
  }

  private static List<String> list(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::getFileName).map(Path::toString).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Collects garbage until none of these is left, or it does not help. */
  static long left(List<WeakReference<ClassLoader>> loaders) throws InterruptedException {
    long startNs = System.nanoTime();
    long left = loaders.size();
    while (left > 0 && System.nanoTime() - startNs < Container.PATIENCE.toNanos()) {
      System.gc();
      left = loaders.stream().filter(loader -> !loader.refersTo(null)).count();
      Thread.sleep(left > 0 ? 50 : 0);
    }
    return left;
  }
}
