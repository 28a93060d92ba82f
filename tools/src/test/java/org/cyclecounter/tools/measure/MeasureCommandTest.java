// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.Endless;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The only counter on the tests' path is a clock: time alone is valid. */
class MeasureCommandTest {

  private final StringWriter out = new StringWriter();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    PrintStream before = System.err;
    PrintStream output = System.out;
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      return new CommandLine(new MeasureCommand())
          .setOut(new PrintWriter(out))
          .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
          .setParameterExceptionHandler(
              (e, args) -> {
                System.err.println(e.getMessage());
                return 2;
              })
          .execute(arguments);
    } finally {
      System.setErr(before);
      System.setOut(output); // an operation that still runs keeps it elsewhere
    }
  }

  /** Without the warnings of a busy machine, which begin with the operation's name. */
  private String error() {
    return err.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("com.example."))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void aMethodsTimeIsInTheTable() {
    int status = run("com.example.Sums#add", "--bytes", "8", "--seconds", "0.01", "--no-progress");
    assertThat(error()).isEmpty();
    assertThat(status).isZero();
    String[] lines = out.toString().split("\\R");
    assertThat(lines[0]).startsWith("operation ").contains("cycles/op");
    assertThat(lines[1]).matches("com\\.example\\.Sums#add +8 .*");
    assertThat(lines[2]).isEmpty();
    assertThat(lines[3]).matches("\\S+ at \\d+ cycles per second \\(.+\\)");
    assertThat(lines[4]).isEqualTo("scope system, counts time");
    assertThat(lines[5]).startsWith("clock posix-thread-cputime (");
    assertThat(lines[0]).contains("99 % interval", "smallest", "per byte");
    assertThat(lines).allMatch(line -> line.length() <= 80);
  }

  @Test
  void whatIsNotKnownIsNullInJson() {
    int status = run("com.example.Doubling", "--json", "--seconds", "0.01");
    assertThat(status).isZero();
    assertThat(out.toString())
        .startsWith("{\"schema\":\"measure-1\",\"version\":")
        .contains("\"name\":\"com.example.Doubling\",\"bytes\":null,\"operations\":")
        .contains("\"scope\":\"SYSTEM\",\"counted\":\"TIME\"")
        .contains("\"clock\":\"posix-thread-cputime\"")
        .contains("\"cyclesPerByte\":null")
        .contains("\"stabilizedQuartilesCyclesPerOperation\":[")
        .contains("\"failure\":null")
        .contains("\"interrupted\":false,\"running\":null,\"notMeasured\":[]");
  }

  @Test
  void aFrequencyThatWasSetIsNotCalledAnEstimate() {
    System.setProperty("org.cyclecounter.cyclesPerSecond", "1234567890");
    try {
      assertThat(run("com.example.Sums#add", "--seconds", "0.01")).isZero();
    } finally {
      System.clearProperty("org.cyclecounter.cyclesPerSecond");
    }
    assertThat(out.toString()).contains(" at 1234567890 cycles per second (set by the caller)");
  }

  /** As without the command line's options, which replace it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clock=monotonic | 0 | monotonic",
        "clock=monotonic cycle=test-clock | 0 | monotonic",
        "bogus | 2 | Unknown word 'bogus' in the system property org.cyclecounter.bench.timer:",
        "clock=sundial | 2 | Unknown clock 'sundial'",
        "cycle=null | 1 | None of the configured cycle subtimers counts here: null.",
        "cycle=nope | 1 | None of the configured cycle subtimers counts here: nope.",
      })
  void theTimerThatIsConfiguredWithoutCodeIsTaken(String config, int status, String said) {
    System.setProperty("org.cyclecounter.bench.timer", config);
    try {
      assertThat(run("com.example.Sums#add", "--seconds", "0.01")).isEqualTo(status);
      assertThat(out + error()).contains(said);
      if (status == 0) {
        assertThat(run("com.example.Sums#add", "--seconds=0.01", "--clock=stdc-clock")).isZero();
        assertThat(out.toString()).contains("clock stdc-clock (");
      }
    } finally {
      System.clearProperty("org.cyclecounter.bench.timer");
    }
  }

  @Test
  void allJarsOfAFolderAreOnTheClassPath(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("not-a-jar.txt"), "");
    assertThat(run("com.example.packed.Two#two", "--class-path", folder + "/*")).isEqualTo(2);
    assertThat(error())
        .contains(
            "--class-path entry '" + folder + "/*' has no JAR: the folder has no file *.jar.");
    for (String name : List.of("One", "Two")) {
      byte[] code = packedClass(name);
      try (JarOutputStream jar =
          new JarOutputStream(Files.newOutputStream(folder.resolve(name + ".jar")))) {
        jar.putNextEntry(new JarEntry("com/example/packed/" + name + ".class"));
        jar.write(code);
      }
    }
    String[] arguments = {
      "com.example.packed.One#call", "com.example.packed.Two#call", "--seconds=0.01"
    };
    assertThat(run(arguments)).isEqualTo(2);
    String[] withJars = Arrays.copyOf(arguments, 5);
    withJars[3] = "--class-path";
    withJars[4] = folder + "/*";
    assertThat(run(withJars)).isZero();
    assertThat(out.toString()).contains("com.example.packed.One#call ", ".packed.Two#call ");
  }

  private static byte[] packedClass(String name) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assumeTrue(compiler != null, "no compiler: this Java is not a JDK");
    Path folder = Files.createTempDirectory("packed");
    Path source = folder.resolve(name + ".java");
    Files.writeString(
        source,
        "package com.example.packed; public class "
            + name
            + " { public static int calls;"
            + " public static int call() { return ++calls; } }");
    assertThat(compiler.run(null, null, null, "-d", folder.toString(), source.toString())).isZero();
    return Files.readAllBytes(folder.resolve("com/example/packed/" + name + ".class"));
  }

  @Test
  void aMethodThatThrowsIsStatus1AndTheOthersAreMeasured() {
    int status = run("com.example.Sums#fails", "com.example.Sums#add", "--seconds", "0.01");
    assertThat(status).isEqualTo(1);
    assertThat(error())
        .isEqualTo(
            "The operation com.example.Sums#fails failed: java.io.IOException: the disk is"
                + " full.\n");
    assertThat(out.toString()).contains("com.example.Sums#add").doesNotContain("fails");
  }

  @Test
  void aClassThatCannotBeInitialisedIsAFailureToo() {
    assertThat(run("com.example.Broken#ask", "--json")).isEqualTo(1);
    assertThat(error()).contains("java.lang.IllegalStateException: no answer.");
    assertThat(out.toString()).contains("\"failure\":\"The operation com.example.Broken#ask");
  }

  @Test
  void whatWaitsIsNoticedInTwoRunsAndToldTheOptionThatHelps() {
    Endless.calls.set(0);
    assertThat(run("com.example.Endless#waits", "--json")).isEqualTo(1);
    assertThat(out.toString())
        .contains(
            "\"failure\":\"The operation com.example.Endless#waits waits rather than computes")
        .contains("; --clock monotonic measures wall time.\"");
    assertThat(Endless.calls).hasValue(2);
    String[] remedy = {"com.example.Endless#waits", "--clock=monotonic", "--seconds=0.01"};
    assertThat(run(remedy)).isZero();
  }

  private int runWithEndless(String limit) {
    return run(
        "com.example.Endless#sleeps",
        "com.example.Endless#spins",
        "com.example.Sums#add",
        "--seconds=0.01",
        "--limit=" + limit);
  }

  @Test
  void anOperationThatNeverEndsIsGivenUpAndTheNextIsMeasured() {
    Endless.stop = false;
    try {
      String limit = "1.5";
      int status = runWithEndless(limit);
      if (err.toString(StandardCharsets.UTF_8).contains("Sums#add did not end")) {
        limit = "15"; // of a machine that is busy tenfold
        err.reset();
        status = runWithEndless(limit);
      }
      assertThat(status).isEqualTo(1);
      String end =
          " did not end within " + limit + " s and was abandoned; --limit sets another limit.";
      assertThat(err.toString(StandardCharsets.UTF_8).lines())
          .contains(
              "The operation com.example.Endless#sleeps" + end,
              "The operation com.example.Endless#spins"
                  + end
                  + " It is still running and takes a processor from those that follow.",
              "com.example.Sums#add: The operation com.example.Endless#spins was abandoned and is"
                  + " still running beside this one.");
      assertThat(out.toString()).contains("com.example.Sums#add ").doesNotContain("Endless");
    } finally {
      Endless.stop = true;
    }
  }

  @Test
  void aPageIsWrittenBesideTheTable(@TempDir Path folder) throws Exception {
    Path page = folder.resolve("page.html");
    int status =
        run(
            "com.example.Sums#add",
            "com.example.Endless#refuses",
            "--seconds=0.01",
            "--html=" + page,
            "--json");
    assertThat(status).isEqualTo(1); // one operation failed
    assertThat(out.toString()).startsWith("{\"schema\":\"measure-1\",");
    String html = Files.readString(page);
    assertThat(html)
        .startsWith("<!DOCTYPE html>")
        .contains("com.example.Sums#add", "<td data-label=\"Runs\">")
        .contains("<li>The operation com.example.Endless#refuses failed: ");
    assertThat(html.length()).isLessThan(200_000);
    // One measurement, one number: the table's, the JSON's and the page's.
    double median = number(out.toString(), "\"medianCyclesPerOperation\":([-+.0-9E]+)");
    assertThat(number(html, "data-label=\"Median\">([-.0-9]+) cycles<"))
        .isCloseTo(median, within(0.001 + 0.01 * median));
  }

  private static double number(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  @Test
  void anOperationIsRunNineTimesUnlessToldOtherwise() {
    assertThat(run("com.example.Sums#add", "--seconds=0.09", "--json")).isZero();
    String json = out.toString();
    double runs = number(json, "\"runs\":(\\d+)");
    double disturbed = number(json, "\"disturbedRuns\":(\\d+)");
    assertThat(runs).isBetween(9.0, 18.0);
    assertThat(runs == 18 || runs - disturbed == 9).as(json).isTrue();
    assertThat(number(json, "\"targetSeconds\":([-+.0-9E]+)")).isCloseTo(0.01, within(1e-9));
    double median = number(json, "\"medianNsPerOperation\":([-+.0-9E]+)");
    assertThat(number(json, "\"smallestNsPerOperation\":([-+.0-9E]+)")).isLessThanOrEqualTo(median);
    out.getBuffer().setLength(0);
    assertThat(run("com.example.Sums#add", "--seconds=0.01", "--runs=1", "--json")).isZero();
    assertThat(out.toString()).contains("\"runs\":1,", "\"intervalCyclesPerOperation\":null");
  }

  @Test
  void aPageForTheOutputTakesTheTablesPlace() {
    assertThat(run("com.example.Sums#add", "--seconds=0.01", "--html=-")).isZero();
    assertThat(out.toString().strip())
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>")
        .doesNotContain(" cycles per second (");
  }

  @Test
  void nothingIsMeasuredForAPageThatCannotBeWritten(@TempDir Path folder) {
    Endless.calls.set(0);
    assertThat(run("com.example.Endless#counts", "--html=" + folder)).isEqualTo(1);
    assertThat(error()).contains("cannot be written: it is a folder.");
    assertThat(Endless.calls).hasValue(0);
  }

  @Test
  void whatDoesNotEndInItsTurnIsAFailureAndTheOthersGoOn() {
    Endless.calls.set(0);
    int status =
        run(
            "com.example.Endless#later",
            "com.example.Sums#add",
            "--seconds=0.02",
            "--limit=15",
            "--json");
    assertThat(status).isEqualTo(1);
    assertThat(error())
        .isEqualTo(
            "The operation com.example.Endless#later did not end within 15 s and was abandoned;"
                + " --limit sets another limit.\n");
    assertThat(out.toString()).contains("\"name\":\"com.example.Sums#add\"", "\"failure\":null");
    assertThat(number(out.toString(), "Sums#add.*\"runs\":(\\d+)")).isGreaterThanOrEqualTo(9);
  }

  @Test
  void whatTheMethodPrintsIsKeptOutOfTheOutput() {
    assertThat(run("com.example.Sums#prints", "--json", "--seconds", "0.01")).isZero();
    assertThat(out.toString()).doesNotContain("noise");
  }

  @Test
  void progressIsDrawnWhereItIsAskedForAndTakenAway() {
    assertThat(run("com.example.Sums#add", "--progress", "--seconds", "0.01")).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("\r[")
        .contains("1/1: com.example.Sums#add")
        .contains(" \r");
  }

  @Test
  void withoutATerminalThereIsNoProgress() {
    // Surefire's JVM has pipes.
    assertThat(run("com.example.Sums#add", "--seconds", "0.01")).isZero();
    assertThat(error()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "-- | Nothing to measure",
        "--demo com.example.Sums#add | not both",
        "com.example.Nothing | No class 'com.example.Nothing' was found",
        "com.example.Sums#add --seconds 0 | --seconds must be more than 0 and at most 3600, not"
            + " 0.0",
        "com.example.Sums#add --seconds x | 'x' is not a double",
        "com.example.Sums#add --bytes -1 | --bytes must be at least 1, not -1.",
        "com.example.Sums#add --bytes 0 | --bytes must be at least 1, not 0.",
        "com.example.Sums#add --class-path nowhere/* | --class-path entry 'nowhere/*' has no JAR:"
            + " there is no such folder.",
        "--demo --only MD5 | No operation has 'MD5' in its name; available: SHA-256, AES-128-GCM,",
        "--demo --bytes 5 | the demonstration knows its sizes",
        "com.example.Sums#add --clock sundial | Unknown clock 'sundial'",
        "com.example.Sums#add --clock monotonic,sundial | Unknown clock 'sundial': available"
            + " clocks: posix-thread-cputime, stdc-clock, monotonic.",
        "com.example.Sums#add --runs 0 | --runs must be from 1 to 1000, not 0.",
        "com.example.Sums#add --runs 1001 | --runs must be from 1 to 1000, not 1001.",
        "com.example.Sums#add --html= | --html needs a file name.",
        "com.example.Sums#add --html - --json | --html - and --json cannot both be written to the"
            + " standard output",
        "com.example.Sums#add --class-path nowhere | --class-path entry 'nowhere' does not exist.",
        "com.example.Sums#add --limit 0.3 | --limit must be more than --seconds, which is 0.3, and"
            + " at most 1000000, not 0.3.",
        "com.example.Sums#add --limit x | 'x' is not a double",
        "com.example.Sums#add --counter nonsense | Unknown counter 'nonsense'",
      })
  void badInputIsStatus2AndOneSentence(String arguments, String sentence) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(error()).contains(sentence).hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }
}
