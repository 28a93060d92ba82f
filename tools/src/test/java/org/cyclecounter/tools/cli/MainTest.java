// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out), new PrintWriter(err, true), arguments);
  }

  @Test
  void infoPrintsTheSelectedCounter() {
    assertThat(run("info")).isZero();
    assertThat(out.toString()).contains("cpucycles implementation test-clock");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void infoAsJson() {
    assertThat(run("info", "--json")).isZero();
    assertThat(out.toString()).startsWith("{").contains("\"implementation\":\"test-clock\"");
  }

  @Test
  void infoAsAPageBesideJson(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("page.html"), "an older page");
    assertThat(run("info", "--json", "--html", file.toString())).isZero();
    assertThat(out.toString()).startsWith("{").hasLineCount(1);
    assertThat(file)
        .content()
        .startsWith("<!DOCTYPE html>")
        .contains("test-clock", "<svg")
        .doesNotContain("an older page");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aPageThatCannotBeWrittenIsOneSentenceAndStatus1BeforeAnythingIsMeasured(
      @TempDir Path folder) {
    Path file = folder.resolve("missing").resolve("page.html");
    assertThat(run("info", "--json", "--html", file.toString())).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .startsWith("The file '" + file + "' cannot be written: ")
        .hasLineCount(1);
  }

  @Test
  void listAsJsonHasTheReasonsAndNoMeasurements() {
    assertThat(run("list", "--json")).isZero();
    assertThat(out.toString())
        .startsWith("{\"schema\":\"list-1\",\"version\":")
        .contains("\"implementation\":\"test-clock\"", "\"reason\":\"usable: ")
        .doesNotContain("medianCycles")
        .hasLineCount(1);
  }

  @Test
  void oneCounterOnly() {
    assertThat(run("list", "--counter", "test-clock")).isZero();
    assertThat(out.toString()).contains("* test-clock");
  }

  @Test
  void aCounterThatTheOptionsForbidIsOneSentenceAndStatus1() {
    assertThat(run("list", "--counter", "test-clock", "--no-high-resolution")).isEqualTo(1);
    assertThat(err.toString())
        .hasLineCount(1)
        .startsWith("The counter test-clock cannot be used: finer than a microsecond");
  }

  @Test
  void anExcludedCounterIsRejectedWithThatReason() {
    assertThat(run("list", "--exclude", "test-clock", "--scoring", "20260901")).isZero();
    assertThat(out.toString()).contains("rejected: excluded by the caller");
    assertThat(out.toString()).contains("* default-monotonic");
  }

  @Test
  void doctorSaysWhatIsInUseAndGivesItsStatus() {
    int status = run("doctor", "--counter", "test-clock");
    assertThat(status).as("nothing else may be probed").isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .startsWith("test-clock is in use: ")
        .contains("Nothing better is possible here.");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void doctorSaysWhyTheNamedCounterCannotBeUsed() {
    assertThat(run("doctor", "--counter", "test-clock", "--no-high-resolution")).isEqualTo(1);
    assertThat(out.toString()).contains("Nothing better is possible").contains("is in use: ");
    assertThat(err.toString())
        .hasLineCount(1)
        .startsWith("The counter test-clock cannot be used: finer than a microsecond");
  }

  @Test
  void doctorAsJson() {
    assertThat(run("doctor", "--json", "--counter", "test-clock")).isZero();
    assertThat(out.toString())
        .startsWith("{\"schema\":\"doctor-1\",\"version\":\"")
        .contains("\"libcpucyclesVersion\":\"20240114\",\"implementation\":\"test-clock\",")
        .contains("\"better\":[]", "\"warnings\":[", "\"machine\":{\"processor\":")
        .hasLineCount(1);
  }

  @Test
  void helpAndVersion() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString())
        .matches("cyclecounter \\d+\\.\\d+\\.\\d+\\S*\\Rlibcpucycles \\d{8}\\R");
    assertThat(run("info", "--help")).isZero();
    assertThat(out.toString()).contains("--exclude");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "info", "list", "doctor", "watch", "measure", "overhead"})
  void helpIsACommandAsWellAndNamesValuesInCapitals(String command) {
    assertThat(run(("help " + command).split(" "))).isZero();
    String usage = out.toString();
    assertThat(usage).startsWith("Usage: cyclecounter " + command).doesNotContain("=<");
    out.getBuffer().setLength(0);
    assertThat(run((command + " --help").strip().split(" "))).isZero();
    assertThat(out).hasToString(usage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "list", "doctor", "watch", "measure", "overhead"})
  void theManPageHasEachOptionOfACommand(String command) throws Exception {
    String page =
        Files.readString(Path.of("../distribution/cyclecounter-dist/src/man/cyclecounter.1"))
            .replace("\\-", "-");
    assertThat(page).containsPattern("(?m)^(\\.B |\\\\fB)" + command);
    String options = page.substring(page.indexOf(".SH OPTIONS"), page.indexOf(".SH EXIT STATUS"));
    String sections =
        Stream.of(options.split("(?m)^\\.SS "))
            .filter(section -> section.lines().findFirst().orElse("").matches(heading(command)))
            .collect(Collectors.joining());
    run(command, "--help");
    // A negatable option is --[no-]name.
    assertThat(Pattern.compile("--[a-z-]+").matcher(out.toString().replace("[no-]", "")).results())
        .isNotEmpty()
        .allSatisfy(option -> assertThat(sections).contains(option.group()));
  }

  private static String heading(String command) {
    return "All commands|.*\\b" + command + "\\b.*";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "info --counter nonsense | Unknown counter 'nonsense': available counters: test-clock",
        "info --exclude a,b      | Unknown counter 'a': available counters: test-clock",
        "list --scoring 1999     | Unknown scoring '1999': it must be 20240114 or 20260901.",
        "info --nonsense         | Unknown option '--nonsense'; cyclecounter info --help lists"
            + " all.",
        "list --jsno=x           | Unknown option '--jsno', did you mean --json? cyclecounter list"
            + " --help lists all.",
        "info --exlcude a        | Unknown option '--exlcude', did you mean --exclude?",
        "--versio                | Unknown option '--versio', did you mean --version?",
        "list extra more         | The command cyclecounter list takes options only, not 'extra',"
            + " 'more'; cyclecounter list",
        "info --counter=         | Unknown counter '': available counters: test-clock",
        "doctor --jsn            | Unknown option '--jsn', did you mean --json?",
        "doctor --counter=none   | Unknown counter 'none': available counters: test-clock",
        "doctor now              | The command cyclecounter doctor takes options only, not 'now'",
        "inof                    | Unknown command 'inof', did you mean info? The commands are"
            + " info, list,",
        "nonsense                | Unknown command 'nonsense'",
        "list --scope process     | Invalid value for option '--scope': expected one of [THREAD,"
            + " CORE,",
        "info --isolation moon   | Invalid value for option '--isolation'",
        "info --counter a --include b | Give --counter or --include, not both.",
        "list --include b        | Unknown counter 'b': available counters: test-clock",
        "watch --include b       | Unknown counter 'b': available counters: test-clock",
        "watch --interval 0.05   | --interval must be from 0.1 to 3600, not 0.05.",
        "watch --interval NaN    | --interval must be from 0.1 to 3600, not NaN.",
        "watch --interval often  | Invalid value for option '--interval': 'often' is not a number;"
            + " cyclecounter watch",
        "watch --count 0         | --count must be positive, not 0.",
        "watch -n x              | Invalid value for option '--count'",
        "watch --jsno            | Unknown option '--jsno'",
        "measure --demo --bytes 1e3 | Invalid value for option '--bytes': '1e3' is not a whole"
            + " number; cyclecounter measure --help",
        "measure --demo --sekonds 1 | Unknown option '--sekonds', did you mean --seconds?",
        "instructions           | Missing required parameter: 'CLASS'",
        "instructions a.B --lines -1 | --lines must be from 0 to 2147483647, not -1.",
        "instructions a.B --warm-up -1 | --warm-up must be from 0 to 2147483647, not -1.",
        "instructions a.B --limit 0 | --limit must be from 1 to 1000000, not 0.",
        "info --html - --json    | --html - and --json cannot both be written to the standard"
            + " output",
        "info --html=            | --html needs a file name.",
        "info --html             | Missing required parameter for option '--html'",
        "info --counter          | Missing required parameter for option '--counter'",
        "                        | Missing command: give one of info, list"
      })
  void badInputGetsOneSentenceAndStatus2(String line, String sentence) {
    assertThat(run(line == null ? new String[0] : line.strip().split(" +"))).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().strip()).startsWith(sentence).doesNotContain("\n");
  }

  /** One command line for machines of several families. */
  @Test
  void namesThatOtherMachinesHaveAreNoErrorAndBlanksAreIgnored() {
    assertThat(
            run(
                "list",
                "--include",
                " test-clock ,s390x-stckf",
                "--exclude",
                "arm64-vct, amd64-tsc"))
        .isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains("* test-clock");
    assertThat(run("list", "--counter", "arm64-vct")).as("this one has to be here").isEqualTo(2);
  }
}
