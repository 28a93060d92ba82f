package org.cyclecounter.itest.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The numbers as Markdown: a column for each JVM; goals as ratios within one column. */
final class PerformanceTable {

  /** A goal: one number over another. */
  private record Ratio(String title, String goal, String number, String over) {}

  private static final List<Ratio> RATIOS =
      List.of(
          new Ratio(
              "`CpuCycles.cycles()` / bare instruction in C",
              "≤ 1.03 (17: 1.10)",
              "cpuCycles ns",
              "bareInstructionInC ns"),
          new Ratio(
              "static final field / bare instruction in C",
              "≤ 1.03 (17: 1.10)",
              "staticFinalField ns",
              "bareInstructionInC ns"),
          new Ratio(
              "instance field / bare instruction in C",
              "≤ 1.03",
              "instanceField ns",
              "bareInstructionInC ns"),
          new Ratio(
              "instance field, of `select()` / bare instruction in C",
              "≤ 1.03",
              "selectedInstanceField ns",
              "bareInstructionInC ns"),
          new Ratio(
              "`CpuCycles.cycles()` / libcpucycles's `cpucycles()`",
              "≤ 1.00",
              "cpuCycles ns",
              "libcpucyclesInC ns"),
          new Ratio(
              "`CpuCycles.cycles()` / `System.nanoTime()`", "≤ 0.5", "cpuCycles ns", "nanoTime ns"),
          new Ratio(
              "median adjacent difference, Java / C",
              "1 (25)",
              "adjacent-java median",
              "adjacent-c median"),
          new Ratio(
              "empty call, as a counter is linked / plain JNI",
              "≤ 0.4 (25)",
              "emptyCall ns",
              "emptyCallByPlainJni ns"),
          new Ratio(
              "`start()`, `stop()` / the same instructions in C",
              "≤ 1.10",
              "emptyRegion ns",
              "emptyRegionInC ns"),
          new Ratio(
              "empty region / gotsc's, with its two CPUIDs",
              "≤ 0.01",
              "emptyRegion ns",
              "emptyRegionOfGotsc ns"),
          new Ratio(
              "throughput of a thread, 2 threads / 1", "≥ 0.95", "threads 1 ns", "threads 2 ns"));

  private PerformanceTable() {}

  static List<String> lines(Map<String, Map<String, Double>> all) {
    List<String> lines = new ArrayList<>();
    lines.add("| ratio | goal | " + String.join(" | ", all.keySet()) + " |");
    lines.add("|---|---|" + "---|".repeat(all.size()));
    for (Ratio ratio : RATIOS) {
      if (ratio.over().startsWith("libcpucycles") && ByJna.cpucycles() == 0) {
        lines.add(
            "| "
                + ratio.title()
                + " | "
                + ratio.goal()
                + " |"
                + " not installed here |".repeat(all.size()));
        continue;
      }
      StringBuilder line = new StringBuilder("| " + ratio.title() + " | " + ratio.goal() + " |");
      for (Map<String, Double> numbers : all.values()) {
        Double number = numbers.get(ratio.number());
        Double over = numbers.get(ratio.over());
        line.append(
            number == null || over == null
                ? " – |"
                : String.format(Locale.ROOT, " %.3f |", number / over));
      }
      lines.add(line.toString());
    }
    lines.add("");
    lines.add("| number | " + String.join(" | ", all.keySet()) + " |");
    lines.add("|---|" + "---|".repeat(all.size()));
    for (String name : all.values().iterator().next().keySet()) {
      if (name.endsWith(" error") || name.startsWith("libcpucycles") && ByJna.cpucycles() == 0) {
        continue;
      }
      StringBuilder line = new StringBuilder("| " + name + " |");
      for (Map<String, Double> numbers : all.values()) {
        Double error = numbers.get(name + " error");
        line.append(String.format(Locale.ROOT, " %.4g", numbers.getOrDefault(name, Double.NaN)));
        line.append(
            error == null || error.isNaN() ? " |" : String.format(Locale.ROOT, " ± %.2g |", error));
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
