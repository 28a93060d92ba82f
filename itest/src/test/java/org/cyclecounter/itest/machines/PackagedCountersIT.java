// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** README's support table has the providers' counters, with their platforms and what they need. */
class PackagedCountersIT {

  private static final Path ROOT = Path.of("..");

  @Test
  void readmeHasEachWithItsPlatforms() throws Exception {
    List<String> table =
        Files.readAllLines(ROOT.resolve("README.md")).stream()
            .filter(line -> line.matches("\\| `[a-z0-9]+-[a-z0-9]+` (\\|[^|]*){6}\\|"))
            .toList();
    assertThat(table)
        .as("README.md's table; run build/support-table --counters")
        .isEqualTo(PackagedCounters.of(ROOT).rows(table));
  }

  @Test
  void theSelectorKnowsTheNamesOnAllMachines() throws Exception {
    PackagedCounters packaged = PackagedCounters.of(ROOT);
    assertThat(ROOT.resolve(PackagedCounters.NAMES))
        .as("run build/support-table --counters")
        .hasContent(packaged.list());
    assertThat(packaged.names()).containsAll(packaged.newest());
    assertThat(packaged.list().lines())
        .startsWith(
            "amd64-perfpmcff\tlibcpucycles 20260901",
            "amd64-perfpmc\tlibcpucycles 20260901",
            "amd64-pmcff\tlibcpucycles 20260901",
            "amd64-tsc\tlibcpucycles 20260901")
        .containsSubsequence("default-zero\tlibcpucycles 20260901", "amd64-pmc", "thread-cputime");
  }

  @Test
  void selectorKnowsFamiliesWithTheirProcessors() throws Exception {
    PackagedFamilies families = PackagedFamilies.of(ROOT);
    assertThat(families.written())
        .as("run build/support-table --counters")
        .isEqualTo(families.source());
    assertThat(families.processors().get("power")).containsExactly("ppc64le", "ppc64", "ppc");
    assertThat(families.processors()).doesNotContainKey("os");
    Map<String, Set<String>> one = Map.of("vax", Set.of("vax"));
    assertThat(new PackagedFamilies(families.source(), Set.of("VaxProvider"), one).written())
        .contains(
            "of(\n          \"VaxProvider\");", "{\n      case \"vax\" -> \"cyclecounter-vax\";\n");
  }

  /** The providers' and the libraries' word, in kinds of counters that the C files' names hide. */
  @Test
  void aCounterIsOfThePlatformsWhoseLibraryHasIt() throws Exception {
    Map<String, Set<String>> targets = PackagedCounters.of(ROOT).targets();
    assertThat(targets.get("amd64-perfpmc")).containsExactly("linux-x86-64");
    assertThat(targets.get("x86-tscasm")).containsExactly("linux-x86");
    assertThat(targets.get("ppc64-mftb")).containsExactly("linux-ppc64le", "linux-ppc64");
    assertThat(targets.get("default-mach")).containsExactly("darwin-x86-64", "darwin-aarch64");
    assertThat(targets.get("windows-qpc")).containsExactly("win32-x86-64", "win32-aarch64");
    assertThat(targets.get("default-zero")).containsExactly("pure Java");
    assertThat(targets).allSatisfy((name, platforms) -> assertThat(platforms).isNotEmpty());
  }

  @Test
  void aNewCounterGetsARowOfItsOwnAndTheOthersStay() throws Exception {
    List<String> table =
        List.of(
            "| `a-b` | run on hardware | Linux (x86-64) | rises: x | y | z | n |",
            "| `a-d` | compiled | Linux (x86-64) |  |  |  |  |");
    Map<String, Set<String>> targets = new LinkedHashMap<>();
    targets.put("a-b", Set.of("linux-x86-64"));
    targets.put("a-c", Set.of("win32-aarch64"));
    targets.put("a-d", Set.of("linux-x86-64"));
    List<String> expected = new ArrayList<>(table);
    expected.add(1, "| `a-c` | compiled | Windows (aarch64) |  |  |  | m |");
    assertThat(new PackagedCounters(targets, Map.of("a-b", "n", "a-c", "m"), Set.of()).rows(table))
        .isEqualTo(expected);
  }
}
