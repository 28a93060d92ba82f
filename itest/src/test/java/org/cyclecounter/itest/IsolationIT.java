// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The child JVM where it is not easy to start one. */
class IsolationIT {

  private static final String MODULES =
      "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os";

  /** Of the processes and threads that a user may have: too few for a second JVM. */
  private static final int ENOUGH_FOR_ONE_JVM = 24;

  /** The child says that it gets no thread, or dies before it can. */
  private static final String NO_THREAD =
      "  amd64-tsc .*rejected: it may crash, and .*"
          + "((unable to create|Failed to start).*thread|crashed or exited, status 1).*";

  /**
   * Nobody else on the machine is likely to have it, so that its threads are this test's: of those
   * that systemd gives to nobody, another one in each build.
   */
  private static final String OTHER_USER =
      Long.toString(60_600 + ProcessHandle.current().pid() % 500);

  @TempDir Path directory;

  private static ProcessBuilder list(Path mods, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Java.path("java"));
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            Java.nativeAccess(MODULES),
            "-p",
            mods.toString(),
            "-m",
            "org.cyclecounter.tools",
            "list",
            "--isolation",
            "jvm"));
    return new ProcessBuilder(command);
  }

  private static Path copyOfMods(Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> jars = Files.list(Path.of(Java.MODS))) {
      for (Path jar : jars.toList()) {
        Files.copy(jar, to.resolve(jar.getFileName()));
      }
    }
    return to;
  }

  private static void assertProbedInAChildJvm(Java.Result result) {
    assertThat(result.status()).isZero();
    assertThat(Listed.withReasons(result.out()))
        .anyMatch(line -> line.matches("\\*.*usable: .*probed in a child JVM.*"));
  }

  private static void needsX86() {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "the counter used here is of counter-x86");
  }

  @Test
  void fromAPathWithSpacesAndOtherLetters() throws Exception {
    needsX86();
    Path mods = copyOfMods(directory.resolve("my programs").resolve("jars, größer & more"));
    Path temporary = Files.createDirectories(directory.resolve("a temporary directory"));
    assertProbedInAChildJvm(
        Java.run(list(mods, "-Djava.io.tmpdir=" + temporary, "-Dsun.jnu.encoding=UTF-8")));
  }

  @Test
  void withOptionsForEveryJavaProcess() throws Exception {
    needsX86();
    ProcessBuilder builder = list(Path.of(Java.MODS));
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Dsome=option -XX:+UseParallelGC");
    builder.environment().put("CLASSPATH", "/nowhere");
    Java.Result result = Java.run(builder);
    assertProbedInAChildJvm(result);
    assertThat(result.err())
        .containsExactly("Picked up JAVA_TOOL_OPTIONS: -Dsome=option -XX:+UseParallelGC");
  }

  @Test
  void whereNoSecondProcessIsAllowedWhatMayCrashIsRejectedAndAClockIsSelected() throws Exception {
    needsX86();
    assumeTrue(
        Files.exists(Path.of("/usr/bin/setpriv")) && "root".equals(System.getProperty("user.name")),
        "the limit is made with setpriv and prlimit, by root");
    Path mods = copyOfMods(directory.resolve("mods"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder builder = list(mods, "-Xint", "-XX:+UseSerialGC", "-Djava.io.tmpdir=/tmp");
    List<String> limited =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + OTHER_USER,
                "--regid=" + OTHER_USER,
                "--clear-groups",
                "prlimit",
                "--nproc=" + ENOUGH_FOR_ONE_JVM));
    limited.addAll(builder.command());
    Java.Result result = Java.run(new ProcessBuilder(limited));
    System.out.println(String.join("\n", result.out()));
    assertThat(result.status()).isZero();
    assertThat(Listed.withReasons(result.out()))
        .anyMatch(line -> line.matches(NO_THREAD))
        .anyMatch(line -> line.matches("\\* default-.*"));
  }
}
