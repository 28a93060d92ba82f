// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The project's counters, in the order of the lists of packaged libraries.
 *
 * @param targets for each the platforms whose packaged library has its C file
 */
record PackagedCounters(Map<String, Set<String>> targets) {

  private static final List<String> JAVA_ONLY = List.of("default-monotonic", "default-zero");

  /** Reads the lists of a checkout. */
  static PackagedCounters of(Path root) throws IOException {
    Map<String, Set<String>> targets = new LinkedHashMap<>();
    for (String module : List.of("x86", "arm", "power", "riscv", "misc", "os")) {
      Path c = root.resolve("counter-" + module + "/src/main/c");
      for (String line : Files.readAllLines(c.resolve("libraries"))) {
        String[] words = line.split("\\s+");
        for (int i = 2; i < words.length && !line.startsWith("#"); i++) {
          String text = Files.readString(c.resolve(words[i]));
          if (text.contains(", ticks)") || text.contains("_READS(")) {
            String counter = words[i].replaceFirst("\\.c$", "").replace('_', '-');
            targets.computeIfAbsent(counter, k -> new LinkedHashSet<>()).add(words[1]);
          }
        }
      }
    }
    JAVA_ONLY.forEach(counter -> targets.put(counter, Set.of("pure Java")));
    return new PackagedCounters(targets);
  }

  Set<String> names() {
    return targets.keySet();
  }

  boolean isJavaOnly(String counter) {
    return JAVA_ONLY.contains(counter);
  }

  /** The platforms, by operating systems. */
  String compiledFor(String counter) {
    Set<String> prefixes = targets.get(counter);
    List<String> linux =
        prefixes.stream().filter(p -> p.startsWith("linux-")).map(p -> p.substring(6)).toList();
    List<String> parts = new ArrayList<>();
    if (!linux.isEmpty()) {
      parts.add(
          "Linux ("
              + (linux.size() > 5 ? linux.size() + " processors" : String.join(", ", linux))
              + ")");
    }
    String[][] others = {{"darwin-", "macOS"}, {"win32-", "Windows"}, {"freebsd-", "FreeBSD"}};
    for (String[] system : others) {
      String processors =
          prefixes.stream()
              .filter(p -> p.startsWith(system[0]))
              .map(p -> p.substring(system[0].length()))
              .collect(Collectors.joining(", "));
      if (!processors.isEmpty()) {
        parts.add(system[1] + " (" + processors + ")");
      }
    }
    return parts.isEmpty() ? String.join(", ", prefixes) : String.join("; ", parts);
  }
}
