// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** README's support table has the counters and platforms of the lists of packaged libraries. */
class PackagedCountersIT {

  private static final Path ROOT = Path.of("..");

  @Test
  void readmeHasEachWithItsPlatforms() throws Exception {
    PackagedCounters packaged = PackagedCounters.of(ROOT);
    List<String> expected = new ArrayList<>();
    packaged.names().forEach(name -> expected.add(name + ": " + packaged.compiledFor(name)));
    List<String> rows =
        Files.readAllLines(ROOT.resolve("README.md")).stream()
            .filter(line -> line.matches("\\| `[a-z0-9]+-[a-z0-9]+` \\|.*"))
            .map(line -> line.split(" \\| "))
            .map(cells -> cells[0].replaceAll("[|` ]", "") + ": " + cells[2].strip())
            .toList();
    assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
  }
}
