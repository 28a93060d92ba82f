// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.tools.command.BadUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of benchmarks, with and without JMH. */
class BenchmarkJarTest {

  @Test
  void refusesBenchmarksWithoutJmh(@TempDir Path folder) throws Exception {
    ClassLoader none = ClassLoader.getPlatformClassLoader();
    Files.createDirectory(folder.resolve("META-INF"));
    Files.createFile(folder.resolve("META-INF/BenchmarkList"));
    assertThatThrownBy(() -> new BenchmarkJar(folder.toString(), List.of("x"), null, none))
        .isInstanceOf(BadUsage.class)
        .hasMessage("--jmh '%s' has no JMH: name its JARs in --class-path.", folder);
    Files.createDirectories(folder.resolve("org/openjdk/jmh"));
    Files.createFile(folder.resolve("org/openjdk/jmh/Main.class"));
    assertThatCode(() -> new BenchmarkJar(folder.toString(), List.of("x"), null, none))
        .doesNotThrowAnyException();
  }
}
