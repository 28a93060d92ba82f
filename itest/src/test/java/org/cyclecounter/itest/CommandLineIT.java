// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.selecting.Loud;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The command line with this machine's counters: as a process on the module path and the class
 * path, and in this JVM where it makes no difference.
 */
class CommandLineIT {

  private static final String MAIN = "org.cyclecounter.tools.cli.Main";
  private static final String NATIVE =
      "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os";

  /** Written from the grammar of cpucycles-info; one expression a line, in its order. */
  private static final String GRAMMAR =
      "cpucycles version \\d{8}\n"
          + "(cpucycles tracesetup \\d+ \\S+ precision \\d+ scaling \\d+\\.\\d{6} only32 [01]\n"
          + ")+cpucycles persecond \\d+\n"
          + "cpucycles implementation (?!default-zero)\\S+\n"
          + "cpucycles median -?\\d+ ([+-]\\d+){63}\n"
          + "(cpucycles observed persecond \\d+\\.\\.\\.\\d+ with \\d+ loops \\d+ microseconds\n"
          + "){0,11}";

  private static Java.Result info;

  @TempDir Path folder;

  @BeforeAll
  static void runInfo() throws Exception {
    info =
        Java.java(
            Java.nativeAccess(NATIVE), "-p", Java.MODS, "-m", "org.cyclecounter.tools", "info");
  }

  @Test
  void infoFollowsTheGrammarOfLibcpucycles() {
    assertThat(info.err()).isEmpty();
    assertThat(info.status()).isZero();
    assertThat(String.join("\n", info.out()) + "\n").matches(GRAMMAR);
  }

  @Test
  void infoPrintsTheLinesOfTheReleaseThatScores() throws Exception {
    Java.Result newest = Commands.run("info --scoring 20260901");
    assertThat(newest.status()).isZero();
    assertThat(String.join("\n", newest.out()) + "\n")
        .startsWith("cpucycles version 20260901\n")
        .matches(GRAMMAR.replace("median", "iqm").replace("{63}", "{64}"));
    if (System.getProperty("os.arch").equals("amd64")) {
      assertThat(newest.out())
          .extracting(line -> line.split(" "))
          .filteredOn(words -> words[1].equals("tracesetup"))
          .extracting(words -> words[3])
          .startsWith(
              "amd64-perfpmcff", "amd64-perfpmc", "amd64-pmcff", "amd64-tsc", "amd64-tscasm");
    }
  }

  @Test
  void selectsTheEarliestOfTheSmallestPrecisions() {
    String selected = "default-zero";
    long smallest = Long.MAX_VALUE;
    for (String line : info.out()) {
      String[] words = line.split(" ");
      if (words[1].equals("tracesetup")) {
        long precision = Long.parseLong(words[5]);
        if (precision > 0 && precision < smallest) {
          smallest = precision;
          selected = words[3];
        }
      }
    }
    assertThat(info.out()).contains("cpucycles implementation " + selected);
  }

  @Test
  void selectsRdtscWhereNothingElseWorks() {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64")
            && info.out().stream().anyMatch(line -> line.contains(" amd64-pmc precision 0 ")),
        "this is not an x86-64 machine without a PMU");
    // Of its two names, which have one measurement, always the first.
    assertThat(info.out()).contains("cpucycles implementation amd64-tsc");
  }

  @Test
  void jsonSaysWhatEachCounterCountsAndAtWhichRate() throws Exception {
    Java.Result json = Commands.run("info --json");
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
  void rejectsCountersOfANarrowerScope() throws Exception {
    Java.Result result = Commands.run("list --scope system");
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

  /** A clock that is finer than allowed is read all the same, as the last resort. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default-zero | always 0",
        "default-mach | mach_absolute_time exists on macOS only",
        "default-monotonic --no-high-resolution | fallback to System.nanoTime"
      })
  void rejectedCounterThatIsAskedForIsStatus1WithItsReason(String options, String reason)
      throws Exception {
    String name = options.split(" ")[0];
    assumeTrue(
        !name.equals("default-mach") || !System.getProperty("os.name").startsWith("Mac"),
        "default-mach works on a Mac");
    Java.Result result = Commands.run("list --counter " + options);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .singleElement()
        .asString()
        .startsWith("The counter " + name + " cannot be used: " + reason);
    if (!name.equals("default-mach")) { // never selected if System.nanoTime works
      assertThat(result.out()).anyMatch(line -> line.startsWith("default-monotonic at "));
    }
  }

  @Test
  void overheadIsACommand() throws Exception {
    Java.Result result = Commands.run("overhead");
    assertThat(result.status()).isZero();
    assertThat(result.out()).singleElement().asString().matches("overhead \\d+ cycles by \\S+");
  }

  /** Runs a command as a process, with a provider of this module's on the class path. */
  private Java.Result beside(Class<?> provider, String line) throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(CycleCounterProvider.class.getName()), provider.getName());
    List<String> arguments = new ArrayList<>(List.of(Java.nativeAccess("ALL-UNNAMED"), "-cp"));
    arguments.add(folder + File.pathSeparator + Java.classPathAndTests());
    arguments.add(MAIN);
    arguments.addAll(List.of(line.split(" ")));
    return Java.java(arguments.toArray(String[]::new));
  }

  @Test
  void keepsWhatProvidersPrintOutOfJson() throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"), "the provider calls Linux's C library");
    Java.Result result = beside(Loud.class, "list --json --isolation none");
    assertThat(result.err()).containsExactlyInAnyOrder("printed in Java", "printed in C");
    assertThat(result.out()).singleElement().asString().startsWith("{").endsWith("}");
  }

  @Test
  void overheadBetweenCpuidsCreatesNoProvider() throws Exception {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "CPUID is an instruction of x86 processors");
    Java.Result result = beside(Loud.Halting.class, "overhead --counter amd64-tsc --fence cpuid");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .singleElement()
        .asString()
        .matches("overhead [1-9]\\d* cycles by amd64-tsc fenced by CPUID");
  }

  @Test
  void overheadNamesACounterWithoutReadsBetweenCpuids() throws Exception {
    Java.Result result = Commands.run("overhead --counter default-monotonic --fence cpuid");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .singleElement()
        .asString()
        .startsWith("The counter default-monotonic has no reads between CPUIDs");
  }

  /** A full disk, a closed output, and descriptor 5, a pipe without a reader. */
  @ParameterizedTest
  @CsvSource({"/dev/full, list --json", "&-, list", "&5, --help"})
  void outputThatCannotBeWrittenIsStatus1(String output, String line) throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no /dev/full");
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c"));
    // A pipe can be opened for writing while it is open for reading, too.
    command.add("mkfifo $0 && exec 4<>$0 5>$0 4<&- && exec \"$@\" >" + output);
    command.add(folder.resolve("pipe").toString());
    command.addAll(Java.program());
    command.addAll(List.of(Java.nativeAccess("ALL-UNNAMED"), "-cp", Java.classPath(), MAIN));
    command.addAll(List.of(line.split(" ")));
    Java.Result result = Java.run(new ProcessBuilder(command));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .containsExactly("The output cannot be written: it is closed, or the disk is full.");
  }

  @Test
  void deniedNativeAccessIsAReasonAndSelectsTheJdksClock() throws Exception {
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
    assertThat(result.err())
        .filteredOn(line -> line.contains("a clock is read instead of a cycle counter: "))
        .singleElement()
        .asString()
        .contains("native access is denied", "--enable-native-access=org.cyclecounter.");
  }
}
