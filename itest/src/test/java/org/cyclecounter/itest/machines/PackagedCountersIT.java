// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The support table has the providers' counters, with their platforms and what they need. */
class PackagedCountersIT {

  private static final Path ROOT = Path.of("..");

  @Test
  void tableHasEachWithItsPlatforms() throws Exception {
    List<String> table = MarkedTable.of(ROOT.resolve(SupportTable.PAGE)).rows();
    assertThat(table)
        .as(SupportTable.PAGE + "; run build/support-table --counters")
        .allMatch(line -> line.matches("\\| `[a-z0-9]+-[a-z0-9]+` (\\|[^|]*){5}\\|"))
        .isEqualTo(PackagedCounters.of(ROOT).rows(table));
  }

  @Test
  void readmeCountsThemByFamily() throws Exception {
    List<String> table = MarkedTable.of(ROOT.resolve(SupportTable.PAGE)).rows();
    assertThat(MarkedTable.of(ROOT.resolve("README.md")).rows())
        .as("README.md; run build/support-table --counters")
        .isEqualTo(FamilyTable.rows(ROOT, table))
        .contains("| POWER | 2 | 0 | 2 |");
  }

  @Test
  void wordAllStandsForTheMachinesOfQemuUser() throws Exception {
    assertThat(JvmMachines.machines().map(JvmMachines.Machine::arch).distinct())
        .containsExactly(SupportTable.QEMU_USER.split(", "));
    assertThat(ROOT.resolve(SupportTable.PAGE))
        .content()
        .contains("| all | qemu-user's " + SupportTable.QEMU_USER);
  }

  @Test
  void selectorKnowsTheNamesOnAllMachines() throws Exception {
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
  void counterIsOfPlatformsWhoseLibraryHasIt() throws Exception {
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
  void newCounterGetsRowAndTheOthersStay() throws Exception {
    List<String> table =
        List.of(
            "| `a-b` | yes: x | y | z | Linux (x86-64) | n |",
            "| `a-d` |  |  |  | Linux, macOS (x86-64) |  |");
    Map<String, Set<String>> targets = new LinkedHashMap<>();
    targets.put("a-b", Set.of("linux-x86-64"));
    targets.put("a-c", Set.of("win32-aarch64"));
    targets.put("a-d", Set.of("linux-x86-64", "darwin-x86-64"));
    List<String> expected = new ArrayList<>(table);
    expected.add(1, "| `a-c` |  |  |  | Windows (aarch64) | m |");
    assertThat(new PackagedCounters(targets, Map.of("a-b", "n", "a-c", "m"), Set.of()).rows(table))
        .isEqualTo(expected);
  }
}
