// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The order of the counters does not depend on that of the path. */
class OrderIT {

  /** The names that {@code list} prints, by rules that the machine's load does not change. */
  private static List<String> names(String... program) throws Exception {
    List<String> command = new ArrayList<>(Java.program());
    command.add(Java.nativeAccess("ALL-UNNAMED"));
    command.addAll(List.of(program));
    command.addAll(List.of("list", "--all", "--include", "default-zero"));
    List<String> lines = Java.run(new ProcessBuilder(command)).out();
    return lines.subList(1, lines.indexOf("")).stream()
        .map(line -> line.substring(2).split(" ")[0])
        .toList();
  }

  @Tag("long")
  @Test
  void listsCountersOfModulePathAsOfReversedClassPath() throws Exception {
    List<String> names = names("-p", Java.MODS, "-m", "org.cyclecounter.tools");
    assertThat(names).hasSizeGreaterThan(5).endsWith("default-zero", "thread-cputime");
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      String reversed =
          jars.map(Path::toString)
              .sorted(Collections.reverseOrder())
              .collect(Collectors.joining(File.pathSeparator));
      assertThat(names("-cp", reversed, "org.cyclecounter.tools.cli.Main")).isEqualTo(names);
    }
  }
}
