// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The table's lines about libcpucycles, which may be missing, or select anew in each JVM. */
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
  void itsVersionAndCounterStandBesideTheRatio() {
    var lines =
        lines(
            Map.of("cpuCycles ns", 11.0, "libcpucycles 20240318, amd64-tsc ns", 10.0),
            Map.of("cpuCycles ns", 9.0, "libcpucycles 20240318, amd64-tscasm ns", 10.0));
    assertThat(lines)
        .contains(
            RATIO
                + " 1.100 (libcpucycles 20240318, amd64-tsc) |"
                + " 0.900 (libcpucycles 20240318, amd64-tscasm) |",
            "| libcpucycles 20240318, amd64-tsc ns | 10.00 | – |",
            "| libcpucycles 20240318, amd64-tscasm ns | – | 10.00 |");
  }

  @Test
  void whereItIsMissingTheRowSaysSo() {
    Map<String, Double> numbers = Map.of("cpuCycles ns", 11.0);
    assertThat(lines(numbers, numbers))
        .contains(RATIO + " not installed here | not installed here |")
        .noneMatch(line -> line.startsWith("| libcpucycles"));
  }
}
