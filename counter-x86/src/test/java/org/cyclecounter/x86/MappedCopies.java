// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The copies of a library, one for each class loader, that are mapped in this process. */
final class MappedCopies {

  private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

  private MappedCopies() {}

  /** Waits until no more are mapped than these, or for so long that they will be for ever. */
  static void await(String library, int mapped) throws Exception {
    long startNs = System.nanoTime();
    while (of(library).size() > mapped && System.nanoTime() - startNs < LIMIT_NS) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(of(library)).hasSizeLessThanOrEqualTo(mapped);
  }

  /** Their paths: each copy has one of its own, deleted or not. */
  static Set<String> of(String library) throws IOException {
    Set<String> paths = new HashSet<>();
    for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
      if (line.contains(library)) {
        paths.add(line.substring(line.indexOf('/')));
      }
    }
    return paths;
  }
}
