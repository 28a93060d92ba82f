// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.tools.command.BadUsage;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A folder of benchmarks, with and without JMH. */
class BenchmarkJarTest {

  @ParameterizedTest
  @CsvSource({"--jmh, in --class-path", "--against, 'behind it, as in a class path'"})
  void refusesBenchmarksWithoutJmh(String option, String place, @TempDir Path folder)
      throws Exception {
    ClassLoader none = ClassLoader.getPlatformClassLoader();
    Files.createDirectory(folder.resolve("META-INF"));
    Files.createFile(folder.resolve("META-INF/BenchmarkList"));
    assertThatThrownBy(() -> new BenchmarkJar(option, folder.toString(), List.of("x"), null, none))
        .isInstanceOf(BadUsage.class)
        .hasMessage("%s '%s' has no JMH: name its JARs %s.", option, folder, place);
    Files.createDirectories(folder.resolve("org/openjdk/jmh"));
    Files.createFile(folder.resolve("org/openjdk/jmh/Main.class"));
    assertThatCode(() -> new BenchmarkJar(option, folder.toString(), List.of("x"), null, none))
        .doesNotThrowAnyException();
  }
}
