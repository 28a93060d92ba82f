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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The project's counters, in the order of the lists of packaged libraries.
 *
 * @param targets for each the platforms whose packaged library has its C file
 */
record PackagedCounters(Map<String, Set<String>> targets) {

  private static final List<String> JAVA_ONLY = List.of("default-monotonic", "default-zero");

  /** A counter's name, as the C files' first comments have it; its first part names a processor. */
  private static final Pattern NAME =
      Pattern.compile(
          "\\b(amd64|x86|arm64|arm32|ppc64|ppc32|riscv64|riscv32|mips64|s390x|sparc64|loong64"
              + "|default|thread|macos|windows)-[a-z0-9]+\\b");

  /** The processors whose platforms' names differ from the counters'. */
  private static final Map<String, String> PROCESSORS =
      Map.ofEntries(
          Map.entry("amd64", "x86-64"),
          Map.entry("x86", "x86"),
          Map.entry("arm64", "aarch64"),
          Map.entry("arm32", "arm|armel"),
          Map.entry("ppc64", "ppc64|ppc64le"),
          Map.entry("ppc32", "ppc"),
          Map.entry("riscv64", "riscv64"),
          Map.entry("riscv32", "riscv32"),
          Map.entry("mips64", "mips64|mips64el"),
          Map.entry("s390x", "s390x"),
          Map.entry("sparc64", "sparcv9"),
          Map.entry("loong64", "loongarch64"));

  /** Reads the lists of a checkout. */
  static PackagedCounters of(Path root) throws IOException {
    List<String> platforms = lines(root.resolve("build/targets"));
    Map<String, Set<String>> targets = new LinkedHashMap<>();
    for (String module : List.of("x86", "arm", "power", "riscv", "misc", "os")) {
      Path c = root.resolve("counter-" + module + "/src/main/c");
      for (String line : lines(c.resolve("libraries"))) {
        String[] words = line.split("\\s+");
        for (int i = 2; i < words.length; i++) {
          for (String counter : countersOf(c.resolve(words[i]))) {
            for (String platform : platforms) {
              String prefix = platform.split("\\s+")[0];
              if (prefix.matches(words[1].replace("*", ".*")) && isFor(counter, prefix)) {
                targets.computeIfAbsent(counter, k -> new LinkedHashSet<>()).add(prefix);
              }
            }
          }
        }
      }
    }
    JAVA_ONLY.forEach(counter -> targets.put(counter, Set.of("pure Java")));
    return new PackagedCounters(targets);
  }

  private static List<String> lines(Path list) throws IOException {
    return Files.readAllLines(list).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  /** Its own name's, and those that its first comment names and that have no file of their own. */
  private static Set<String> countersOf(Path file) throws IOException {
    String own = file.getFileName().toString().replaceFirst("\\.c$", "").replace('_', '-');
    Set<String> counters = new LinkedHashSet<>();
    if (NAME.matcher(own).matches()) {
      counters.add(own);
    }
    Matcher name = NAME.matcher(Files.readString(file).split("\\*/", 2)[0]);
    while (name.find()) {
      if (Files.notExists(file.resolveSibling(name.group().replace('-', '_') + ".c"))) {
        counters.add(name.group());
      }
    }
    return counters;
  }

  private static boolean isFor(String counter, String prefix) {
    String processors = PROCESSORS.get(counter.split("-")[0]);
    return processors == null || prefix.split("-", 2)[1].matches(processors);
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
