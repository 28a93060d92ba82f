// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.example.Doubling;
import com.example.Endless;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.cyclecounter.tools.cli.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The command with a clock, the only counter on the tests' path. Alone, because it sets system
 * properties.
 */
@Isolated
class MeasureCommandTest {

  /** A target that one call takes: no warm-up, and numbers that mean nothing. */
  private static final String BRIEFLY = "--seconds=1e-9";

  private static final String TIMER = "clock=monotonic cycle=test-clock";

  private static CommandRun measure(String... arguments) {
    return measureIn(1, arguments);
  }

  private static CommandRun measureIn(int jvms, String... arguments) {
    return CommandRun.of(
        Stream.concat(Stream.of("measure", "--jvms=" + jvms), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private static CommandRun measureWith(String property, String value, String... arguments) {
    System.setProperty("org.cyclecounter." + property, value);
    try {
      return measure(arguments);
    } finally {
      System.clearProperty("org.cyclecounter." + property);
    }
  }

  /** Without the warnings of a busy machine, which begin with the operation's name. */
  private static List<String> complaints(CommandRun run) {
    return run.err().lines().filter(line -> !line.startsWith("com.example.")).toList();
  }

  private static double number(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  /** Surefire's JVM has no terminal: without {@code --progress} there is none. */
  @Test
  void tableHasWhatCouldBeMeasuredAndFailuresAreSaidWithStatus1() {
    CommandRun run =
        measureWith(
            "cyclesPerSecond",
            "1234567890",
            "com.example.Sums#fails",
            "com.example.Sums$Broken#ask",
            "com.example.Sums#add",
            "--bytes=8",
            BRIEFLY);
    assertThat(run.status()).isEqualTo(1);
    assertThat(complaints(run))
        .containsExactly(
            "The operation com.example.Sums#fails failed: java.io.IOException: the disk is full;"
                + " --stack-trace prints where.",
            "The operation com.example.Sums$Broken#ask failed: java.lang.NumberFormatException:"
                + " For input string: \"no answer\"; --stack-trace prints where.");
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0))
        .startsWith("operation ")
        .contains("cycles/op", "99 % interval", "smallest", "per byte");
    // The name stands alone above numbers that are wide, as on a machine that is busy.
    assertThat(run.out()).containsPattern("\ncom\\.example\\.Sums#add\\s+8 ");
    List<String> foot = lines.subList(lines.indexOf("") + 1, lines.size());
    assertThat(foot)
        .startsWith(
            "test-clock at 1234567890 cycles per second (set by the caller)",
            "scope system, counts time");
    assertThat(foot.get(2)).startsWith("clock posix-thread-cputime (");
    assertThat(lines).allMatch(line -> line.length() <= 80);
  }

  @Test
  void pageAndJsonHaveOneMeasurementOfNineRuns(@TempDir Path folder) throws Exception {
    Path page = folder.resolve("page.html");
    CommandRun run =
        measure(
            "com.example.Sums#add",
            "com.example.Endless#refuses",
            "--seconds=0.09",
            "--html=" + page,
            "--json",
            "--progress");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).startsWith("\r[").contains("1/2: com.example.Sums#add", " \r");
    String json = run.out();
    assertThat(json).startsWith("{\"schema\":\"measure-1\",");
    double runs = number(json, "\"runs\":(\\d+)");
    double disturbed = number(json, "\"disturbedRuns\":(\\d+)");
    // Nine that count; fewer if the runs together took twice the time, as on a slow machine.
    assertThat(runs).isLessThanOrEqualTo(18);
    assertThat(runs - disturbed).as(json).isBetween(1.0, 9.0);
    assertThat(number(json, "\"targetSeconds\":([-+.0-9E]+)")).isCloseTo(0.01, within(1e-9));
    double medianNs = number(json, "\"medianNsPerOperation\":([-+.0-9E]+)");
    assertThat(number(json, "\"smallestNsPerOperation\":([-+.0-9E]+)"))
        .isLessThanOrEqualTo(medianNs);
    String html = Files.readString(page);
    assertThat(html)
        .startsWith("<!DOCTYPE html>")
        .contains("com.example.Sums#add", "data-label=\"Runs\">")
        .contains("<li>The operation com.example.Endless#refuses failed: ");
    double median = number(json, "\"medianCyclesPerOperation\":([-+.0-9E]+)");
    assertThat(number(html, "data-label=\"Median, [a-z]+\">([-.0-9]+)<"))
        .isCloseTo(median, within(0.001 + 0.01 * median));
  }

  @Test
  void jsonHasNullForTheUnknownAndNothingThatMethodsPrint() {
    CommandRun run =
        measureWith("bench.timer", TIMER, "com.example.Sums#prints", "--json", "--runs=1", BRIEFLY);
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("\"scope\":\"SYSTEM\",\"counted\":\"TIME\"")
        .contains("\"name\":\"com.example.Sums#prints\",\"bytes\":null,\"operations\":")
        .contains("\"clock\":\"monotonic\"", "\"cyclesPerByte\":null")
        .contains("\"failure\":null", "\"runs\":1,", "\"intervalCyclesPerOperation\":null")
        .contains("\"interrupted\":false,\"running\":null,\"notMeasured\":[]")
        .doesNotContain("noise");
  }

  @Test
  void measuresNothingForPageThatCannotBeWritten(@TempDir Path folder) {
    Endless.calls.set(0);
    CommandRun run = measure("com.example.Endless#counts", "--html=" + folder);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("cannot be written: it is a folder.");
    assertThat(Endless.calls).hasValue(0);
  }

  @Test
  void optionMeasuresWhatWaitsWhateverTimerIsConfigured() {
    String config = "clock=stdc-clock cycle=test-clock";
    String[] command = {"com.example.Endless#waits", "--runs=1", BRIEFLY, "--clock=monotonic"};
    CommandRun run = measureWith("bench.timer", config, command);
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("clock monotonic (");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bogus | 2 | Unknown word 'bogus' in the system property org.cyclecounter.bench.timer:",
        "clock=sundial | 2 | Unknown clock 'sundial'",
        "cycle=null | 1 | None of the configured cycle subtimers counts here: null.",
      })
  void timerConfiguredWronglyIsOneSentence(String config, int status, String sentence) {
    CommandRun run = measureWith("bench.timer", config, "com.example.Sums#add", BRIEFLY);
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.err()).contains(sentence);
  }

  @Test
  void methodThatWaitsIsRefusedWithTheOptionThatMeasuresIt() {
    CommandRun run = measure("com.example.Endless#waits", "--json", "--runs=1");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            "\"failure\":\"The operation com.example.Endless#waits waits rather than computes")
        .contains("; --clock monotonic measures wall time.\"");
  }

  @Test
  void limitIsTheOptions() {
    CommandRun run = measure("com.example.Endless#sleeps", "--seconds=0.01", "--limit=0.05");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("The operation com.example.Endless#sleeps did not end within 0.05 s and was");
  }

  @Test
  void classPathHasAllJarsOfAFolder(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("not-a-jar.txt"), "");
    String entry = folder + "/*";
    assertThat(measure("com.example.Sums#add", "--class-path", entry).err())
        .contains("--class-path entry '" + entry + "' has no JAR: the folder has no file *.jar.");
    Path single = Files.writeString(folder.resolve("Single.class"), "");
    assertThat(measure("com.example.Sums#add", "--class-path=" + single).err())
        .contains("is a class: give the folder in which its package begins.");
    writeJar(folder.resolve("one.jar"), "Doublin1");
    writeJar(folder.resolve("two.jar"), "Doublin2");
    CommandRun run =
        measure(
            "com.example.Doublin1",
            "com.example.Doublin2",
            "--class-path=" + entry,
            "--runs=1",
            "--html=-",
            BRIEFLY);
    assertThat(run.status()).isZero();
    assertThat(run.out().strip())
        .startsWith("<!DOCTYPE html>")
        .contains("com.example.Doublin1", "com.example.Doublin2")
        .endsWith("</html>")
        .doesNotContain(" cycles per second ("); // the page in place of the table
  }

  /** Writes a JAR with a copy of Doubling under another name of the same length. */
  private static void writeJar(Path file, String name) throws IOException {
    String code;
    try (InputStream in = Doubling.class.getResourceAsStream("Doubling.class")) {
      code = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new JarEntry("com/example/" + name + ".class"));
      jar.write(code.replace("Doubling", name).getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /** The operation that ends its JVM costs that JVM, and not the other operation its result. */
  @Test
  @Tag("smoke")
  void freshJvmsMeasureWhatDoesNotEndThem() {
    CommandRun run =
        measureIn(2, "com.example.Endless#exits", "com.example.Sums#add", "--json", BRIEFLY);
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    MeasureDocument document = MeasureDocument.read(run.out());
    assertThat(document.operations().get(0).failure())
        .isEqualTo(
            "The operation com.example.Endless#exits called System.exit, which ended the JVM.");
    MeasuredOperation measured = document.operations().get(1);
    assertThat(measured.starts()).hasSize(2).allMatch(start -> start.size() >= 1);
    assertThat(measured.counted()).allMatch(timing -> timing.counter().equals("test-clock"));
    assertThat(measured.cycles().high()).isFinite();
    assertThat(document.reference().starts()).hasSize(2);
    assertThat(document.isInterrupted()).isFalse();
  }

  @Test
  void costIsComparedWithAnEarlierOne(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("earlier.json");
    Files.writeString(file, measure("com.example.Sums#add", "--json", BRIEFLY).out());
    CommandRun run = measure("com.example.Sums#isEven", "--against=" + file, BRIEFLY);
    assertThat(run.out())
        .contains("against " + file)
        .containsPattern("com\\.example\\.Sums#isEven +- +- +not in the file");
    Files.writeString(file, "{}");
    assertThat(measure("com.example.Sums#add", "--against=" + file).err())
        .contains("--against '" + file + "': it is not what measure --json writes (measure-1).");
    assertThat(measure("com.example.Sums#add", "--against=" + folder).err())
        .contains("--against '" + folder + "' cannot be read.");
  }
}
