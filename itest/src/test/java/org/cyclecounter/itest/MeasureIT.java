// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.bench.Fence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The commands {@code measure} and {@code overhead} as a user starts them. */
class MeasureIT {

  private static final String NATIVE =
      "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os";
  private static final String TESTS =
      MeasureIT.class.getProtectionDomain().getCodeSource().getLocation().getPath();

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Java.nativeAccess(NATIVE));
    command.addAll(List.of("-p", Java.MODS, "-m", "org.cyclecounter.tools"));
    command.addAll(List.of(arguments));
    return command;
  }

  private static Java.Result run(String... arguments) throws Exception {
    return Java.java(command(arguments).toArray(String[]::new));
  }

  /**
   * The error stream without the warnings of a busy machine, which begin with what was measured.
   */
  private static List<String> complaints(Java.Result result) {
    return result.err().stream()
        .filter(
            line ->
                !line.matches("[^:]+: (The |Cycles per second |Garbage |Disturbed|\\d+ times).*"))
        .toList();
  }

  /** Its first operation; {@code -Dtests=all} for all four. */
  @Test
  void theDemonstrationAsJson() throws Exception {
    List<String> names = List.of("SHA-256", "AES-128-GCM", "ChaCha20-Poly1305", "memory copy");
    Java.Result result;
    if (LongTests.ARE_RUN) {
      result = run("measure", "--demo", "--json", "--seconds", "0.01");
    } else {
      names = names.subList(0, 1);
      result = run("measure", "--demo", "--only", "SHA", "--json", "--seconds", "0.01");
    }
    assertThat(complaints(result)).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out()).hasSize(1);
    String json = result.out().get(0);
    for (String name : names) {
      Matcher result16KiB =
          Pattern.compile(
                  "\\{\"name\":\""
                      + name
                      + "\",\"bytes\":16384,.*?\"cyclesPerByte\":([-+.0-9E]+),\"failure\":null")
              .matcher(json);
      assertThat(result16KiB.find()).as("%s in %s", name, json).isTrue();
      assertThat(Double.parseDouble(result16KiB.group(1))).isPositive();
    }
    assertThat(Pattern.compile("\"bytes\":").matcher(json).results()).hasSize(4 * names.size());
  }

  @Test
  void aMethodOnAClassPathOfItsOwn() throws Exception {
    Java.Result result =
        run("measure", "com.example.Work#add", "--class-path", TESTS, "--seconds", "0.01");
    assertThat(complaints(result)).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out().get(1)).startsWith("com.example.Work#add ");
  }

  /**
   * C2 leaves one jump of such a loop per 2^31 iterations; C1 removes nothing. On a busy machine C2
   * may come after all runs of a tenth of a second, hence longer ones.
   */
  @Test
  void anOperationThatTheCompilerRemovedIsNamed() throws Exception {
    List<String> all = new ArrayList<>();
    for (String seconds : List.of("0.1", "1", "10")) {
      List<String> command = command("measure", "com.example.Work#unused", "--class-path", TESTS);
      command.add(0, "-XX:TieredStopAtLevel=4");
      command.addAll(List.of("--seconds", seconds));
      Java.Result result = Java.java(command.toArray(String[]::new));
      assertThat(result.status()).isZero();
      all.addAll(result.err());
      if (all.toString().contains("he compiler removed the operation")) {
        break;
      }
    }
    assertThat(all)
        .anyMatch(
            line ->
                line.startsWith("com.example.Work#unused: ")
                    && line.contains("he compiler removed the operation: its result is unused;"));
  }

  @Test
  void aMethodOnTheClassPath() throws Exception {
    Java.Result result =
        Java.java(
            Java.nativeAccess("ALL-UNNAMED"),
            "-cp",
            Java.classPathAndTests(),
            "org.cyclecounter.tools.cli.Main",
            "measure",
            "com.example.Work#add",
            "com.example.Work#fails",
            "--seconds",
            "0.01");
    assertThat(result.status()).isEqualTo(1);
    assertThat(complaints(result))
        .containsExactly(
            "The operation com.example.Work#fails failed: java.lang.IllegalStateException: not"
                + " today.");
    assertThat(result.out().get(1)).startsWith("com.example.Work#add ");
  }

  @Test
  void progressIsShownOnATerminalAlone() throws Exception {
    Path script = Path.of("/usr/bin/script");
    assumeTrue(Files.isExecutable(script), "there is no script(1) to make a terminal");
    List<String> java = command("measure", "java.lang.Math#random", "--seconds", "0.01");
    java.add(0, Java.path("java"));
    String line = String.join(" ", java);
    assertThat(onATerminal(script, line)).anyMatch(text -> text.contains("] 1/1: java.lang.Math"));
    assertThat(onATerminal(script, line + " 2>/dev/null"))
        .noneMatch(text -> text.contains("] 1/1"));
    assertThat(onATerminal(script, line + " --no-progress"))
        .noneMatch(text -> text.contains("] 1/1"));
  }

  private static List<String> onATerminal(Path script, String line) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(script.toString(), "-qec", line, "/dev/null");
    builder.environment().put("TERM", "xterm");
    Java.Result result = Java.run(builder);
    assertThat(result.status()).as(result.out().toString()).isZero();
    return result.out();
  }

  @Test
  void overheadBetweenCpuids() throws Exception {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "CPUID is an instruction of x86 processors");
    Java.Result result = run("overhead", "--counter", "amd64-tsc", "--fence", "cpuid");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .singleElement()
        .asString()
        .matches("overhead [1-9]\\d* cycles by amd64-tsc fenced by CPUID");
  }

  /** The first ones of a JVM find the code interpreted; also where CPUID is trapped, and slow. */
  @ParameterizedTest
  @EnumSource(Fence.class)
  void twentyStopwatchesHaveOneOverhead(Fence fence) throws Exception {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "only x86-64 has the counter amd64-tsc");
    Java.Result result =
        Java.java(
            Java.nativeAccess("ALL-UNNAMED"),
            "-cp",
            Java.classPathAndTests(),
            Stopwatches.class.getName(),
            "amd64-tsc",
            fence.name());
    assertThat(result.err()).isEmpty();
    List<String> lines = result.out();
    assertThat(lines).hasSize(20);
    assertThat(lines.stream().map(line -> line.split(" ")[0]).distinct())
        .as("overheads, each with the least region: %s", lines)
        .hasSize(1);
    assertThat(lines).noneMatch(line -> line.contains("-"));
  }

  @Test
  void overheadSaysWhichCounterHasNoSuchReads() throws Exception {
    Java.Result result = run("overhead", "--counter", "default-monotonic", "--fence", "cpuid");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .singleElement()
        .asString()
        .startsWith("The counter default-monotonic has no reads between CPUIDs");
  }
}
