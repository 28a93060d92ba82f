// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A user's own counters, dropped in beside the project's: {@code distribution/templates}. */
class ExamplesIT {

  private static String jar(String template) throws Exception {
    Path target =
        Path.of(Java.MODS, "..", "..", "distribution", "templates").resolve(template + "/target");
    try (Stream<Path> files = Files.list(target)) {
      List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
      assertThat(jars).hasSize(1);
      return jars.get(0).toString();
    }
  }

  /** In its own way each: JNA may crash, and C is a leaf function. */
  @Tag("long")
  @Test
  void areProbedAndTheBestIsSelected() throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").matches("amd64|aarch64"),
        "the templates' C and JNA code is for 64-bit Linux on x86-64 and aarch64");
    String classPath =
        String.join(File.pathSeparator, Java.classPath(), jar("java"), jar("jna"), jar("c"));
    Java.Result list =
        Java.java(
            "-Dcom.example.simulated.step=1",
            "-Dorg.cyclecounter.probe.seconds=50", // ten times as long, on a busy machine
            Java.nativeAccess("ALL-UNNAMED"),
            "-cp",
            classPath,
            "org.cyclecounter.tools.cli.Main",
            "list",
            "--json");
    Map<String, String> rows = Listed.rows(list.out());
    assertThat(rows.get("simulated-cycles")).startsWith("SELECTED: usable: ");
    assertThat(rows.get("raw-clock")).matches("USABLE: usable: .*; probed in a child JVM, .*");
    assertThat(rows.get("ordered-ticks")).matches("USABLE: usable: .*; probed natively, .*");
  }
}
