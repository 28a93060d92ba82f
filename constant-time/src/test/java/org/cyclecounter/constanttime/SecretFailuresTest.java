// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.cyclecounter.instructions.TestJvm;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations that no method can check. */
class SecretFailuresTest {

  private static void refuses(Class<? extends SecretOperation> type, String sentence) {
    ConstantTime check =
        ConstantTime.of(16, type)
            .methods(Method.TIMING)
            .compiler(Compiler.C1)
            .limit(Duration.ofMinutes(10));
    assertThatThrownBy(check::check)
        .isInstanceOf(CheckException.class)
        .hasMessageContaining(sentence);
  }

  /** Throws, with the compiler that it runs with. */
  public static final class Throwing implements SecretOperation {
    @Override
    public long run(byte[] secret) throws IOException {
      throw new IOException(
          ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
              .filter(option -> option.startsWith("-XX:TieredStopAtLevel="))
              .collect(Collectors.joining()));
    }
  }

  @Test
  void saysWhatAnOperationThrowsThatRunsWithTheCompilerAskedFor() {
    refuses(Throwing.class, "Throwing threw java.io.IOException: -XX:TieredStopAtLevel=1");
  }

  /** Erases its secret. */
  public static final class Erasing implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      secret[0] = 0;
      return 0;
    }
  }

  @Test
  void saysThatAnOperationChangesItsSecret() {
    refuses(Erasing.class, "Erasing changes its secret");
  }

  @Test
  void refusesAcceptedMethodThatDoesNotExist() {
    ConstantTime check = ConstantTime.of(16, Harmless.class).accept("nothing.such");
    assertThatThrownBy(check::check)
        .isInstanceOf(CheckException.class)
        .hasMessageStartingWith("The accepted 'nothing.such' names no method: write CLASS.METHOD");
  }

  @Test
  void refusesNothingForASecret() {
    assertThatThrownBy(() -> ConstantTime.of(0, Throwing.class))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ConstantTime.of(1, Throwing.class).methods())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ConstantTime.of(1, Throwing.class).limit(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Does nothing with its secret. */
  public static final class Harmless implements SecretOperation {
    @Override
    public long run(byte[] secret) {
      return 1;
    }
  }

  @Test
  void goesOnByTimeIfTheLibraryCannotBeLoaded(@TempDir Path folder) throws Exception {
    String prefix = Platform.current().prefix();
    assumeTrue(prefix.startsWith("linux-"), "the library is Linux's");
    String classPath = System.getProperty("java.class.path");
    System.setProperty("java.class.path", TestJvm.withBadLibrary(folder));
    try {
      SecretReport report =
          ConstantTime.of(16, Harmless.class)
              .methods(Method.PATHS, Method.TIMING)
              .limit(Duration.ofMinutes(10))
              .check();
      assertThat(report.methods()).as(report.toString()).containsExactly(Method.TIMING);
      assertThat(report.java()).contains("; PATHS: ").doesNotEndWith(".");
    } finally {
      System.setProperty("java.class.path", classPath);
    }
  }
}
