// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The numbers as Markdown: a column for each JVM; goals as ratios within one column. */
final class PerformanceTable {

  /** A goal: one number, or the least and the largest of some, over another. */
  private record Ratio(String title, String goal, String number, String over) {
    static Ratio of(String line) {
      String[] cells = line.split("\\s*\\|\\s*", -1);
      return new Ratio(cells[0], cells[1], cells[2], cells[3]);
    }
  }

  /** The title of a ratio, its goal, the numbers and what they are divided by. */
  private static final List<Ratio> RATIOS =
      """
      `CpuCycles.cycles()` / bare instruction | ≤ 1.02 | cpuCycles ns | bareInstructionInC ns
      fields, OSGi service (Felix) / bare instruction | ≤ 1.02 | staticFinalField ns, instanceField ns, selectedInstanceField ns, injectedByOsgi ns | bareInstructionInC ns
      `CpuCycles.cycles()` / libcpucycles's `cpucycles()` | ≤ 1.00 | cpuCycles ns | libcpucycles
      `CpuCycles.cycles()` / `System.nanoTime()` | ≤ 0.5 | cpuCycles ns | nanoTime ns
      median adjacent difference, Java / C | 1 | adjacent-java median | adjacent-c median
      empty call, linked / plain JNI | ≤ 0.4 | emptyCall ns | emptyCallByPlainJni ns
      empty call, linked / in C | ≤ 1.3 (25: 3) | emptyCall ns | emptyCallInC ns
      `start()`, `stop()` / two functions in C | ≤ 1.10 | emptyRegion ns | emptyRegionCalledInC ns
      empty region / gotsc's, with two CPUIDs | ≤ 0.01 | emptyRegion ns | emptyRegionOfGotsc ns
      thread's throughput, 2 threads / 1 | ≥ 0.95 | threads 1 ns | threads 2 ns
      """
          .lines()
          .map(Ratio::of)
          .toList();

  private static final List<String> OURS =
      List.of(
          "cpuCycles",
          "staticFinalField",
          "instanceField",
          "selectedInstanceField",
          "oneOfFour",
          "injectedByOsgi",
          "emptyRegion",
          "emptyRegionInstanceField");

  /** The numbers that are shown, libcpucycles's besides; all are in the file of numbers. */
  private static final Set<String> SHOWN =
      Set.of(
          "adjacent-java median",
          "bareInstructionInC ns",
          "cold, 4 JARs in a CDS archive, beyond it ms",
          "cold, 4 JARs in a CDS archive, first call ms",
          "cold, 4 JARs, beyond it ms",
          "cold, 4 JARs, first call ms",
          "cold, 8 modules, first call ms",
          "cpuCycles ns",
          "empty-region-java median",
          "emptyCall ns",
          "emptyCallByPlainJni ns",
          "emptyCallInC ns",
          "emptyRegion ns",
          "emptyRegionCalledInC ns",
          "injectedByOsgi ns",
          "nanoTime ns",
          "oneOfFour ns",
          "selectedInstanceField ns");

  private PerformanceTable() {}

  static List<String> lines(Map<String, Map<String, Double>> all) {
    List<String> lines = new ArrayList<>();
    lines.add("| ratio | goal | " + String.join(" | ", all.keySet()) + " |");
    lines.add("|---|---|" + "---|".repeat(all.size()));
    for (Ratio ratio : RATIOS) {
      StringBuilder line = new StringBuilder("| " + ratio.title() + " | " + ratio.goal() + " |");
      for (Map<String, Double> numbers : all.values()) {
        line.append(
            ratio.over().equals(Libcpucycles.NAME.strip())
                ? beside(ratio, numbers)
                : cell(ratio, numbers));
      }
      lines.add(line.toString());
    }
    lines.add("");
    lines.add("| number | " + String.join(" | ", all.keySet()) + " |");
    lines.add("|---|" + "---|".repeat(all.size()));
    Set<String> names = new TreeSet<>();
    all.values().forEach(numbers -> names.addAll(numbers.keySet()));
    lines.add(bytes(all.values()));
    for (String name : names) {
      if (!SHOWN.contains(name) && !isLibcpucycles(name)) {
        continue;
      }
      StringBuilder line = new StringBuilder("| " + name + " |");
      for (Map<String, Double> numbers : all.values()) {
        Double error = numbers.get(name + " error");
        Double number = numbers.get(name);
        line.append(number == null ? " –" : String.format(Locale.ROOT, " %.4g", number));
        line.append(
            error == null || error.isNaN() ? " |" : String.format(Locale.ROOT, " ± %.2g |", error));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** Includes some bytes a second that JMH's own threads allocate. */
  private static String bytes(Collection<Map<String, Double>> all) {
    StringBuilder line = new StringBuilder("| bytes of a read or region, at most |");
    for (Map<String, Double> numbers : all) {
      double most =
          OURS.stream()
              .mapToDouble(name -> numbers.getOrDefault(name + " bytes", 0.0))
              .max()
              .orElse(0);
      line.append(String.format(Locale.ROOT, " %.4f |", most));
    }
    return line.toString();
  }

  private static String cell(Ratio ratio, Map<String, Double> numbers) {
    Double over = numbers.get(ratio.over());
    double[] ratios =
        Stream.of(ratio.number().split(", "))
            .filter(name -> over != null && numbers.containsKey(name))
            .mapToDouble(name -> numbers.get(name) / over)
            .sorted()
            .toArray();
    return switch (ratios.length) {
      case 0 -> " – |";
      case 1 -> String.format(Locale.ROOT, " %.3f |", ratios[0]);
      default ->
          String.format(Locale.ROOT, " %.3f to %.3f |", ratios[0], ratios[ratios.length - 1]);
    };
  }

  private static boolean isLibcpucycles(String name) {
    return name.startsWith(Libcpucycles.NAME) && name.endsWith(" ns");
  }

  /** Libcpucycles's number is named after its version and counter. */
  private static String beside(Ratio ratio, Map<String, Double> numbers) {
    Double number = numbers.get(ratio.number());
    for (Map.Entry<String, Double> entry : numbers.entrySet()) {
      if (number != null && isLibcpucycles(entry.getKey())) {
        return String.format(Locale.ROOT, " %.3f |", number / entry.getValue());
      }
    }
    return " not installed here |";
  }
}
