// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.Clock;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.Listed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A module that lists its provider as a JAR on the class path does, and provides nothing. */
class UnprovidedModuleIT {

  private static final String SPI = "org.cyclecounter.spi";

  @TempDir Path folder;

  /** The project's own modules have such a file, too, and provide. */
  @Test
  void reportsServiceFileOfModuleThatDoesNotProvide() throws Exception {
    String type = Clock.class.getName();
    assertThat(Listed.withReasons(list().out()))
        .filteredOn(line -> line.contains("module-info"))
        .singleElement()
        .asString()
        .contains("com.example.selecting", " rejected: ")
        .endsWith(
            "its module-info must say: provides "
                + Program.SERVICES.substring(18)
                + " with "
                + type);
  }

  /** What is compiled against stubs, because only the module's descriptor is taken of it. */
  private void source(String file, String text) throws Exception {
    Path source = folder.resolve("src").resolve(file + ".java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, text);
  }

  private Java.Result list() throws Exception {
    source(
        "org.cyclecounter.api/module-info", "module org.cyclecounter.api { exports " + SPI + "; }");
    source(
        "org.cyclecounter.api/org/cyclecounter/spi/CycleCounterProvider",
        "package " + SPI + "; public interface CycleCounterProvider {}");
    source(
        "com.example.selecting/com/example/selecting/Clock",
        "package com.example.selecting;"
            + " public class Clock implements "
            + SPI
            + ".CycleCounterProvider {}");
    source(
        "com.example.selecting/module-info",
        "module com.example.selecting { requires org.cyclecounter.api; }");
    Path classes = folder.resolve("classes");
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--module-source-path",
                folder.resolve("src").toString(),
                "-d",
                classes.toString(),
                "-m",
                "com.example.selecting");
    assertThat(status).isZero();
    String counter = Clock.class.getPackageName() + ".Counter";
    Class<?>[] types = {Clock.class, Class.forName(counter), Class.forName(counter + "$Opener")};
    byte[] moduleInfo =
        Files.readAllBytes(classes.resolve("com.example.selecting/module-info.class"));
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("module-info.class", moduleInfo);
    for (Class<?> type : types) {
      entries.put(Jars.entry(type), Jars.bytes(type));
    }
    entries.put(Program.SERVICES, (Clock.class.getName() + "\n").getBytes(StandardCharsets.UTF_8));
    Path jar = Jars.write(folder.resolve("unprovided.jar"), Map.of(), entries);
    return Java.java(
        "-p", Java.MODS + File.pathSeparator + jar, "-m", "org.cyclecounter.tools", "list");
  }
}
