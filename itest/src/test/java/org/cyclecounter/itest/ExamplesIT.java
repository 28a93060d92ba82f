// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A user's own counters, dropped in beside the project's: {@code distribution/templates}. */
class ExamplesIT {

  private static final Path TEMPLATES = Path.of(Java.MODS, "..", "..", "distribution", "templates");

  /** Where the JARs are put. */
  private enum Place {
    CLASS_PATH,
    MODULE_PATH
  }

  private static String jar(String folder) throws Exception {
    try (Stream<Path> jars = Files.list(TEMPLATES.resolve(folder).resolve("target"))) {
      return jars.map(Path::toString)
          .filter(name -> name.endsWith(".jar"))
          .collect(Collectors.collectingAndThen(Collectors.toList(), ExamplesIT::only));
    }
  }

  private static String only(List<String> jars) {
    assertThat(jars).hasSize(1);
    return jars.get(0);
  }

  private static Java.Result list(Place place, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(options));
    command.add("-Dorg.cyclecounter.probe.seconds=50"); // ten times as long, on a busy machine
    String jars = String.join(File.pathSeparator, jar("java"), jar("jna"), jar("c"));
    if (place == Place.CLASS_PATH) {
      command.add(Java.nativeAccess("ALL-UNNAMED"));
      command.add("-cp");
      command.add(Java.classPath() + File.pathSeparator + jars);
      command.add("org.cyclecounter.tools.cli.Main");
    } else {
      command.add(
          Java.nativeAccess(
              "com.example.ordered,com.sun.jna,org.cyclecounter.api,"
                  + "org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os"));
      command.add("-p");
      command.add(Java.MODS + File.pathSeparator + jars);
      command.add("-m");
      command.add("org.cyclecounter.tools");
    }
    command.add("list");
    return Java.java(command.toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void eachIsFoundAndWorks(Place place) throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").matches("amd64|aarch64"),
        "the templates' C and JNA code is for 64-bit Linux on x86-64 and aarch64");
    Java.Result result = list(place);
    assertThat(result.err()).isEmpty();
    assertThat(Listed.withReasons(result.out()))
        .anyMatch(line -> line.matches(". simulated-cycles +on-core +system +1000 .* usable: .*"))
        .anyMatch(line -> line.matches(". raw-clock .* usable: .*; probed in a child JVM, .*"))
        .anyMatch(line -> line.matches(". ordered-ticks .* usable: .*; probed natively, .*"));
    assertThat(result.out()).noneMatch(line -> line.startsWith("* simulated-cycles"));
  }

  @ParameterizedTest
  @EnumSource
  void thePlainJavaOneWinsWhenItIsBetter(Place place) throws Exception {
    Java.Result result = list(place, "-Dcom.example.simulated.step=1");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .anyMatch(line -> line.matches("\\* simulated-cycles +on-core +system +1 .*"));
  }

  @Test
  void aBadSettingIsARejectionWithItsReason() throws Exception {
    assertThat(Listed.withReasons(list(Place.CLASS_PATH, "-Dcom.example.simulated.step=-5").out()))
        .anyMatch(
            line ->
                line.matches(
                    "  simulated-cycles .*rejected: com.example.simulated.step is -5; .*"));
  }

  @Test
  void noneOfThemIsAmongTheProjectsJars() throws Exception {
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      assertThat(jars).noneMatch(jar -> jar.getFileName().toString().contains("example"));
    }
  }
}
