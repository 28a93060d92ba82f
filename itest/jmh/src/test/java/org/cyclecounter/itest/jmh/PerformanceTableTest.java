// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Which numbers are shown, and libcpucycles's, which may be missing, or select anew in each JVM.
 */
class PerformanceTableTest {

  private static final String RATIO =
      "| `CpuCycles.cycles()` / libcpucycles's `cpucycles()` | ≤ 1.00 |";

  private static List<String> lines(Map<String, Double> java17, Map<String, Double> java25) {
    Map<String, Map<String, Double>> all = new LinkedHashMap<>();
    all.put("Java 17", new TreeMap<>(java17));
    all.put("Java 25", new TreeMap<>(java25));
    return PerformanceTable.lines(all);
  }

  @Test
  void dividesByLibcpucyclesWhateverItsVersionAndCounter() {
    var lines =
        lines(
            Map.of("cpuCycles ns", 11.0, "libcpucycles 20240318, amd64-tsc ns", 10.0),
            Map.of("cpuCycles ns", 9.0, "libcpucycles 20240318, amd64-tscasm ns", 10.0));
    assertThat(lines)
        .contains(
            RATIO + " 1.100 | 0.900 |",
            "| libcpucycles 20240318, amd64-tsc ns | 10.00 | – |",
            "| libcpucycles 20240318, amd64-tscasm ns | – | 10.00 |");
  }

  @Test
  void saysWhereLibcpucyclesIsNotInstalled() {
    Map<String, Double> numbers = Map.of("cpuCycles ns", 11.0);
    assertThat(lines(numbers, numbers))
        .contains(RATIO + " not installed here | not installed here |")
        .noneMatch(line -> line.startsWith("| libcpucycles"));
  }

  @Test
  void showsFieldsInOneRow() {
    Map<String, Double> numbers =
        Map.of(
            "staticFinalField ns", 9.0,
            "instanceField ns", 11.0,
            "injectedByOsgi ns", 10.0,
            "bareInstructionInC ns", 10.0);
    assertThat(lines(numbers, Map.of("instanceField ns", 10.0)))
        .contains(
            "| fields, OSGi service (Felix) / bare instruction | ≤ 1.02 | 0.900 to 1.100 | – |");
  }

  @Test
  void showsOnlySomeOfTheNumbers() {
    Map<String, Double> numbers =
        Map.of("cpuCycles ns", 9.8, "cpuCycles ns error", 0.1, "adjacent-java 99.9 %", 26.0);
    assertThat(lines(numbers, Map.of("cpuCycles ns", 10.0)))
        .contains("| cpuCycles ns | 9.800 ± 0.10 | 10.00 |")
        .noneMatch(line -> line.contains("error") || line.contains("99.9 %"));
  }
}
