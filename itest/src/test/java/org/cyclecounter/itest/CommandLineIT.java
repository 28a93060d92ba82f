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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The command line as a user starts it, on the module path and the class path. */
class CommandLineIT {

  private static final String MAIN = "org.cyclecounter.tools.cli.Main";
  private static final String NATIVE =
      "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os";

  /** Written from the grammar of cpucycles-info; one expression a line, in its order. */
  private static final String GRAMMAR =
      "cpucycles version \\d{8}\n"
          + "(cpucycles tracesetup \\d+ \\S+ precision \\d+ scaling \\d+\\.\\d{6} only32 [01]\n"
          + ")+cpucycles persecond \\d+\n"
          + "cpucycles implementation \\S+\n"
          + "cpucycles median -?\\d+ ([+-]\\d+){63}\n"
          + "(cpucycles observed persecond \\d+\\.\\.\\.\\d+ with \\d+ loops \\d+ microseconds\n"
          + "){0,11}";

  private static Java.Result info;
  private static Java.Result json;

  private static Java.Result onModulePath(String... arguments) throws Exception {
    return Java.java(
        Stream.concat(
                Stream.of(
                    Java.nativeAccess(NATIVE), "-p", Java.MODS, "-m", "org.cyclecounter.tools"),
                Stream.of(arguments))
            .toArray(String[]::new));
  }

  private static Java.Result onClassPath(String... arguments) throws Exception {
    return Java.java(
        Stream.concat(
                Stream.of(Java.nativeAccess("ALL-UNNAMED"), "-cp", Java.classPath(), MAIN),
                Stream.of(arguments))
            .toArray(String[]::new));
  }

  /** What several tests look at. */
  @BeforeAll
  static void runInfo() throws Exception {
    info = onModulePath("info");
    json = onModulePath("info", "--json");
  }

  private static void isGood(Java.Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(String.join("\n", result.out()) + "\n").matches(GRAMMAR);
    assertThat(result.out())
        .anyMatch(line -> line.matches("cpucycles implementation (?!default-zero).*"));
  }

  @Test
  void infoOnTheModulePath() throws Exception {
    isGood(info);
  }

  @Test
  void infoOnTheClassPath() throws Exception {
    isGood(onClassPath("info"));
  }

  @Test
  void theEarliestOfTheSmallestPrecisionsIsSelected() throws Exception {
    List<String> out = info.out();
    String selected = "default-zero";
    long smallest = Long.MAX_VALUE;
    for (String line : out) {
      String[] words = line.split(" ");
      if (words[1].equals("tracesetup")) {
        long precision = Long.parseLong(words[5]);
        if (precision > 0 && precision < smallest) {
          smallest = precision;
          selected = words[3];
        }
      }
    }
    assertThat(out).contains("cpucycles implementation " + selected);
  }

  @Test
  void whereOnlyRdtscWorksItIsSelected() throws Exception {
    List<String> out = info.out();
    assumeTrue(
        System.getProperty("os.arch").equals("amd64")
            && out.stream().anyMatch(line -> line.contains(" amd64-pmc precision 0 ")),
        "this is not an x86-64 machine without a PMU");
    // Which of its two names is a matter of a cycle.
    assertThat(out).anyMatch(line -> line.startsWith("cpucycles implementation amd64-tsc"));
  }

  @Test
  void jsonSaysWhatEachCounterCountsAndAtWhichRate() throws Exception {
    assertThat(json.status()).isZero();
    String text = String.join("", json.out());
    Matcher clock =
        Pattern.compile(
                "\"name\":\"default-monotonic\"[^}]*\"observedHz\":([0-9.E]+)[^}]*\"counts\":\"TIME\"")
            .matcher(text);
    assertThat(clock.find()).as(text).isTrue();
    assertThat(Double.parseDouble(clock.group(1))).isBetween(0.5e9, 1.01e9);
  }

  @Test
  void countersOfANarrowerScopeAreLeftOut() throws Exception {
    Java.Result result = onClassPath("list", "--scope", "system");
    assertThat(result.status()).isZero();
    assertThat(Listed.withReasons(result.out()))
        .anyMatch(
            line ->
                line.startsWith("  thread-cputime ")
                    && line.endsWith(
                        "rejected: its readings are comparable within a thread only; requested:"
                            + " system"))
        .hasSizeGreaterThan(8);
    assertThat(result.out().get(0)).matches("  counter .* scaling +read ns +counts");
  }

  @Test
  void aRejectedCounterAskedForIsStatus1WithItsReason() throws Exception {
    Java.Result zero = onModulePath("info", "--counter", "default-zero");
    assertThat(zero.status()).isEqualTo(1); // never selected where System.nanoTime can be
    assertThat(zero.out()).contains("cpucycles implementation default-monotonic");
    assertThat(zero.err())
        .singleElement()
        .asString()
        .startsWith("The counter default-zero cannot be used: always 0");
    Java.Result result = onModulePath("list", "--counter", "default-mach");
    assumeTrue(!System.getProperty("os.name").startsWith("Mac"), "default-mach works on a Mac");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .singleElement()
        .asString()
        .startsWith(
            "The counter default-mach cannot be used: mach_absolute_time exists on macOS only");
  }

  /** Read all the same, as the last resort, in whole microseconds. */
  @Test
  void aClockThatIsRejectedAndReadIsStatus1WithItsReason() throws Exception {
    Java.Result result =
        onModulePath("info", "--counter", "default-monotonic", "--no-high-resolution");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out()).contains("cpucycles implementation default-monotonic");
    assertThat(result.err())
        .singleElement()
        .asString()
        .startsWith("The counter default-monotonic cannot be used: fallback to System.nanoTime")
        .endsWith("finer than a microsecond, and high-resolution counters are not allowed here.");
  }

  /** Each command and each way to print; {@code -Dtests=all} for each command in each way. */
  static Stream<String> lines() {
    List<String> lines =
        List.of(
            "--help",
            "info",
            "list --json",
            "overhead",
            "measure java.lang.Math#random --seconds 0.01 --no-progress");
    List<String> more =
        List.of(
            "--version",
            "info --json",
            "list",
            "list --help",
            "measure java.lang.Math#random --seconds 0.01 --json --no-progress");
    return Stream.concat(lines.stream(), LongTests.ARE_RUN ? more.stream() : Stream.empty());
  }

  @ParameterizedTest
  @MethodSource("lines")
  void whatCannotBeWrittenIsAnError(String line) throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no /dev/full");
    cannotBeWritten("exec \"$@\" >/dev/full", line);
  }

  @Test
  void aClosedOutputIsAnError() throws Exception {
    assumeTrue(Files.exists(Path.of("/bin/sh")), "this system has no shell");
    cannotBeWritten("exec \"$@\" >&-", "list");
    // The reader is gone long before the command begins.
    cannotBeWritten("{ sleep 1; \"$@\"; echo \"status $?\" >&2; } | :", "list");
    cannotBeWritten("{ sleep 1; \"$@\"; echo \"status $?\" >&2; } | :", "info --json");
  }

  private static void cannotBeWritten(String script, String line) throws Exception {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
    command.addAll(Java.program());
    command.add(Java.nativeAccess("ALL-UNNAMED"));
    command.addAll(List.of("-cp", Java.classPath(), MAIN));
    command.addAll(List.of(line.split(" ")));
    Java.Result result = Java.run(new ProcessBuilder(command));
    List<String> err = new ArrayList<>(result.err());
    int status = result.status();
    if (script.contains("status")) { // the shell's is that of the reader
      status = Integer.parseInt(err.remove(err.size() - 1).replace("status ", ""));
    }
    assertThat(status).as(line).isEqualTo(1);
    assertThat(err)
        .filteredOn(text -> !text.startsWith("java.lang.Math#random: "))
        .containsExactly("The output cannot be written: it is closed, or the disk is full.");
  }

  @Test
  void overheadIsACommand() throws Exception {
    Java.Result result = onModulePath("overhead");
    assertThat(result.status()).isZero();
    assertThat(result.out()).singleElement().asString().matches("overhead \\d+ cycles by \\S+");
  }

  @Test
  void deniedNativeAccessIsAReasonAndTheJdksClockIsSelected() throws Exception {
    assumeTrue(Runtime.version().feature() >= 24, "Java denies native access from 24 on");
    Java.Result result =
        Java.java(
            "--illegal-native-access=deny",
            "-p",
            Java.MODS,
            "-m",
            "org.cyclecounter.tools",
            "list");
    assertThat(result.status()).isZero();
    assertThat(result.out()).anyMatch(line -> line.startsWith("* default-monotonic"));
    assertThat(String.join("\n", result.out()))
        .contains("--enable-native-access=org.cyclecounter.");
  }
}
