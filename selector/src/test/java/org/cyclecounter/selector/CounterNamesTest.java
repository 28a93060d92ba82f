// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The selector and bench know no counter by its name: what differs, the counter's source says. Read
 * in the source files, because the counters' modules are compiled later.
 */
class CounterNamesTest {

  /** A processor or system, and what is read. */
  private static final Pattern NAME =
      Pattern.compile(
          "\"((amd64|x86|arm..|ppc..|riscv..|s390x|sparc64|mips64|loong64|default|windows|macos)"
              + "-[a-z0-9]+)\"");

  @ParameterizedTest
  @CsvSource({
    "bench, 'CounterOrder: [amd64-tsc, default-perfevent, x86-rdtsc, x86-tsc]'",
    "selector, 'ScaledClock: [default-monotonic], TickCounter: [default-zero]'"
  })
  void namesLastResortsAndMLibsCountersOnly(String module, String expected) throws IOException {
    Map<String, Set<String>> named = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String type = file.getFileName().toString().replace(".java", ":");
        NAME.matcher(Files.readString(file).replaceAll("(?m)^ *(/|\\*).*", ""))
            .results()
            .map(match -> match.group(1))
            .filter(name -> !name.equals("x86-64")) // a processor
            .forEach(name -> named.computeIfAbsent(type, key -> new TreeSet<>()).add(name));
      }
    }
    assertThat(named.toString().replace(":=", ": ")).isEqualTo("{" + expected + "}");
  }
}
