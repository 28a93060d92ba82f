// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order of the counters does not depend on that of the path. */
class OrderIT {

  private static final int PATHS = 6;

  private final Random random = new Random(27);

  private static List<Path> jars() throws Exception {
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      return jars.sorted().collect(Collectors.toCollection(ArrayList::new));
    }
  }

  /** The names that {@code list} prints, by rules that the machine's load does not change. */
  private static List<String> onModulePath() throws Exception {
    List<String> lines =
        Java.java(
                Java.nativeAccess("ALL-UNNAMED"),
                "-p",
                Java.MODS,
                "-m",
                "org.cyclecounter.tools",
                "list",
                "--all",
                "--scoring",
                "20260901")
            .out();
    return lines.subList(1, lines.indexOf("")).stream()
        .map(line -> line.substring(2).split(" ")[0])
        .toList();
  }

  @Test
  void classPathsInAnyOrderAndTheModulePathGiveOneTable() throws Exception {
    List<Path> jars = jars();
    List<String> names = onModulePath();
    assertThat(names).hasSizeGreaterThan(5).endsWith("default-zero", "thread-cputime");
    for (int i = 0; i < PATHS; i++) {
      Collections.shuffle(jars, random);
      assertThat(inThisProcess(jars)).as("of %s", jars).isEqualTo(names);
    }
  }

  /** Includes no counter, so that nothing is loaded or read. */
  private static List<String> inThisProcess(List<Path> jars) throws Exception {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toUri().toURL();
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader loader = new URLClassLoader(urls, platform)) {
      Class<?> selector = loader.loadClass("org.cyclecounter.selector.CycleCounterSelector");
      Object builder = call(selector, null, "builder");
      Class<?> type = builder.getClass();
      type.getMethod("include", String[].class).invoke(builder, (Object) new String[] {"none"});
      Class<?> scoring = loader.loadClass("org.cyclecounter.selector.Scoring");
      type.getMethod("scoring", scoring).invoke(builder, scoring.getEnumConstants()[1]); // 20260901
      call(type, builder, "quiet");
      Object selected = call(selector, call(type, builder, "build"), "select");
      Class<?> facts = loader.loadClass(selector.getName() + "$Selected");
      Object report = call(facts, selected, "report");
      List<String> names = new ArrayList<>();
      for (Object counter : (List<?>) call(report.getClass(), report, "counters")) {
        names.add((String) call(counter.getClass(), counter, "name"));
      }
      return names;
    }
  }

  private static Object call(Class<?> type, Object object, String method) throws Exception {
    return type.getMethod(method).invoke(object);
  }
}
