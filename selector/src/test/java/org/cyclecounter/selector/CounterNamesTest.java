// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
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

  private static List<Path> sources(String module) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** The strings of a file that could be names, without its comments. */
  private static Set<String> strings(Path file) throws IOException {
    Set<String> strings = new TreeSet<>();
    for (String line : Files.readAllLines(file)) {
      Matcher matcher = NAME.matcher(line.strip());
      boolean isComment = line.strip().startsWith("*") || line.strip().startsWith("/");
      while (!isComment && matcher.find()) {
        strings.add(matcher.group(1));
      }
    }
    return strings;
  }

  private static Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String family : COUNTERS) {
      for (Path file : sources("counter-" + family)) {
        names.addAll(strings(file));
      }
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
      for (Path file : sources(module)) {
        for (String string : strings(file)) {
          if (names.contains(string)) {
            named.add(file.getFileName() + ": " + string);
          }
        }
      }
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
