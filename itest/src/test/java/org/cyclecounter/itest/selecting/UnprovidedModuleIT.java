// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.Clock;
import java.io.File;
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

  private Java.Result list() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("module-info.java"),
            "module com.example.selecting { requires org.cyclecounter.api; }");
    String[] arguments = {"-p", Java.MODS, "-d", folder.toString(), source.toString()};
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertThat(javac.run(System.out, System.err, arguments)).isZero();
    String counter = Clock.class.getPackageName() + ".Counter";
    Class<?>[] types = {Clock.class, Class.forName(counter), Class.forName(counter + "$Opener")};
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("module-info.class", Files.readAllBytes(folder.resolve("module-info.class")));
    for (Class<?> type : types) {
      entries.put(Jars.entry(type), Jars.bytes(type));
    }
    entries.put(Program.SERVICES, Jars.utf8(Clock.class.getName() + "\n"));
    Path jar = Jars.write(folder.resolve("unprovided.jar"), Map.of(), entries);
    return Java.java(
        "-p", Java.MODS + File.pathSeparator + jar, "-m", "org.cyclecounter.tools", "list");
  }
}
