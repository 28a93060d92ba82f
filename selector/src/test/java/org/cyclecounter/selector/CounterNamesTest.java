// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The selector and bench know no counter by its name: what differs, the counter's source says. Read
 * in the source files, because the counters' modules are compiled later.
 */
class CounterNamesTest {

  /** A string that can be a counter's name: its processor or system, and what is read. */
  private static final Pattern NAME = Pattern.compile("\"([a-z0-9]+-[a-z0-9]+)\"");

  private static final List<String> COUNTERS =
      List.of("x86", "arm", "power", "riscv", "misc", "os");

  /** The strings of a module's code that could be names, with their files. */
  private static Map<Path, Set<String>> strings(String module) throws IOException {
    Map<Path, Set<String>> strings = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Set<String> found = new TreeSet<>();
        Files.readAllLines(file).stream()
            .map(String::strip)
            .filter(line -> !line.startsWith("*") && !line.startsWith("/"))
            .flatMap(line -> NAME.matcher(line).results())
            .forEach(match -> found.add(match.group(1)));
        strings.put(file.getFileName(), found);
      }
    }
    return strings;
  }

  private static Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String family : COUNTERS) {
      strings("counter-" + family).values().forEach(names::addAll);
    }
    names.remove("x86-64"); // a processor
    return names;
  }

  @Test
  void onlyTheLastResortsAndMLibsAreNamed() throws IOException {
    Set<String> names = names();
    assertThat(names).contains("amd64-tsc", "default-zero").hasSizeGreaterThan(30);
    List<String> named = new ArrayList<>();
    for (String module : List.of("bench", "selector")) {
      strings(module)
          .forEach(
              (file, strings) ->
                  strings.stream()
                      .filter(names::contains)
                      .forEach(string -> named.add(file + ": " + string)));
    }
    assertThat(named)
        .containsExactly(
            "CounterOrder.java: amd64-tsc",
            "CounterOrder.java: default-perfevent",
            "CounterOrder.java: x86-tsc",
            "ScaledClock.java: default-monotonic",
            "TickCounter.java: default-zero");
  }
}
