// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The command {@code measure} as a user starts it, with a class path of its own. */
class MeasureIT {

  private static final String NATIVE =
      "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os";
  private static final String TESTS = Java.testClasses();

  private static List<String> measure(String method) {
    List<String> command = Java.program();
    command.addAll(
        List.of(Java.nativeAccess(NATIVE), "-p", Java.MODS, "-m", "org.cyclecounter.tools"));
    command.addAll(List.of("measure", method, "--class-path", TESTS, "--seconds", "0.01"));
    return command;
  }

  /** By the documented command an operation may use what it may on a class path. */
  @Test
  void resolvesModulesOfJavaForOperations() {
    Configuration modules =
        Configuration.empty()
            .resolve(
                ModuleFinder.of(Path.of(Java.MODS)),
                ModuleFinder.ofSystem(),
                Set.of("org.cyclecounter.tools"));
    for (String name : List.of("java.sql", "java.net.http", "jdk.httpserver", "jdk.unsupported")) {
      assertThat(modules.findModule(name)).as(name).isPresent();
    }
  }

  /** C2 compiles before the loop goes on ({@code -Xbatch}), however busy the machine is. */
  @Tag("long")
  @Test
  void namesOperationThatC2Removed() throws Exception {
    List<String> command = measure("com.example.Work#unused");
    command.addAll(Java.program().size(), List.of("-XX:TieredStopAtLevel=4", "-Xbatch"));
    Java.Result result = Java.run(new ProcessBuilder(command));
    assertThat(result.status()).isZero();
    assertThat(result.err())
        .anyMatch(
            line ->
                line.startsWith("com.example.Work#unused: ")
                    && line.contains("he compiler removed the operation, or merged it with"));
  }

  @Tag("long")
  @Test
  void showsProgressIfTheErrorStreamIsATerminal() throws Exception {
    Path script = Path.of("/usr/bin/script");
    assumeTrue(Files.isExecutable(script), "there is no script(1) to make a terminal");
    String line = String.join(" ", measure("com.example.Work#add"));
    ProcessBuilder builder = new ProcessBuilder(script.toString(), "-qec", line, "/dev/null");
    builder.environment().put("TERM", "xterm");
    Java.Result result = Java.run(builder);
    assertThat(result.status()).as(result.out().toString()).isZero();
    assertThat(result.out())
        .anyMatch(text -> text.contains("] 1/1: com.example."))
        .anyMatch(text -> text.contains("com.example.Work#add "));
  }
}
