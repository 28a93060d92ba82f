// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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

  /** The strings of a module's code that could be names, each behind its file. */
  private static Set<String> strings(String module) throws IOException {
    Set<String> strings = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Files.readAllLines(file).stream()
            .map(String::strip)
            .filter(line -> !line.startsWith("*") && !line.startsWith("/"))
            .flatMap(line -> NAME.matcher(line).results())
            .forEach(match -> strings.add(file.getFileName() + ": " + match.group(1)));
      }
    }
    return strings;
  }

  private static String name(String string) {
    return string.substring(string.indexOf(' ') + 1);
  }

  @Test
  void namesLastResortsAndMLibsCountersOnly() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String family : COUNTERS) {
      strings("counter-" + family).forEach(string -> names.add(name(string)));
    }
    names.remove("x86-64"); // a processor
    assertThat(names).contains("amd64-tsc", "default-zero").hasSizeGreaterThan(30);
    Set<String> named = strings("bench");
    named.addAll(strings("selector"));
    named.removeIf(string -> !names.contains(name(string)));
    assertThat(named)
        .containsExactly(
            "CounterOrder.java: amd64-tsc",
            "CounterOrder.java: default-perfevent",
            "CounterOrder.java: x86-tsc",
            "ScaledClock.java: default-monotonic",
            "TickCounter.java: default-zero");
  }
}
