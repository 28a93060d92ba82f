// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The numbers as Markdown: a column for each JVM; goals as ratios within one column. */
final class PerformanceTable {

  /** A goal: one number over another. */
  private record Ratio(String title, String goal, String number, String over) {
    static Ratio of(String line) {
      String[] cells = line.split("\\s*\\|\\s*", -1);
      return new Ratio(cells[0], cells[1], cells[2], cells[3]);
    }
  }

  /** The title of a ratio, its goal, the number and what it is divided by. */
  private static final List<Ratio> RATIOS =
      """
      `CpuCycles.cycles()` / bare instruction in C | ≤ 1.02 | cpuCycles ns | bareInstructionInC ns
      static final field / bare instruction in C | ≤ 1.02 | staticFinalField ns | bareInstructionInC ns
      instance field / bare instruction in C | ≤ 1.02 | instanceField ns | bareInstructionInC ns
      instance field, of `select()` / bare instruction in C | ≤ 1.02 | selectedInstanceField ns | bareInstructionInC ns
      a service in a bundle (Felix) / bare instruction in C | ≤ 1.02 | injectedByOsgi ns | bareInstructionInC ns
      one of four counters / bare instruction in C |  | oneOfFour ns | bareInstructionInC ns
      scaled by 17/3 / as it is |  | scaled ns | neither ns
      extended from 32 bits / as it is and two `System.nanoTime()` |  | extendedFrom32Bits ns | neither and two nanoTime ns
      in C through the JVM's stub / bare instruction in C |  | throughJvmsStubInC ns | bareInstructionInC ns
      `CpuCycles.cycles()` / libcpucycles's `cpucycles()` | ≤ 1.00 | cpuCycles ns | libcpucycles
      `CpuCycles.cycles()` / `System.nanoTime()` | ≤ 0.5 | cpuCycles ns | nanoTime ns
      median adjacent difference, Java / C | 1 | adjacent-java median | adjacent-c median
      empty call, as a counter is linked / plain JNI | ≤ 0.4 | emptyCall ns | emptyCallByPlainJni ns
      empty call, as a counter is linked / a call in C | ≤ 1.3 (25: 3) | emptyCall ns | emptyCallInC ns
      `start()`, `stop()` / the same instructions in C |  | emptyRegion ns | emptyRegionInC ns
      `start()`, `stop()` / the same as two functions in C | ≤ 1.10 | emptyRegion ns | emptyRegionCalledInC ns
      the same in C through the JVM's stub / the same instructions in C |  | emptyRegionThroughJvmsStubInC ns | emptyRegionInC ns
      empty region / gotsc's, with its two CPUIDs | ≤ 0.01 | emptyRegion ns | emptyRegionOfGotsc ns
      throughput of a thread, 2 threads / 1 | ≥ 0.95 | threads 1 ns | threads 2 ns
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
      if (name.endsWith(" error") || name.endsWith(" bytes")) {
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
    StringBuilder line = new StringBuilder("| bytes of a read or a region, the most of all |");
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
    Double number = numbers.get(ratio.number());
    Double over = numbers.get(ratio.over());
    return number == null || over == null
        ? " – |"
        : String.format(Locale.ROOT, " %.3f |", number / over);
  }

  /** With the version and counter that libcpucycles's number is named after. */
  private static String beside(Ratio ratio, Map<String, Double> numbers) {
    Double number = numbers.get(ratio.number());
    for (Map.Entry<String, Double> entry : numbers.entrySet()) {
      String name = entry.getKey();
      if (number != null && name.startsWith(Libcpucycles.NAME) && name.endsWith(" ns")) {
        String selection = name.substring(0, name.length() - " ns".length());
        return String.format(Locale.ROOT, " %.3f (%s) |", number / entry.getValue(), selection);
      }
    }
    return " not installed here |";
  }
}
