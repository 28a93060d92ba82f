// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

  private static CommandRun run(String line) {
    return CommandRun.of(line.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "info | cpucycles implementation test-clock",
        "info --json | {\"schema\":\"info-1\"",
        "list --counter test-clock | * test-clock",
        "list --json | {\"schema\":\"list-1\"",
        "list --exclude test-clock --scoring 20260901 | rejected: excluded by the caller",
        "list --exclude test-clock --scoring 20260901 | * default-monotonic",
        "doctor --counter test-clock | Nothing better is possible here.",
        "doctor --json --counter test-clock | {\"schema\":\"doctor-1\"",
        "overhead --counter test-clock | cycles by test-clock",
      })
  void commandPrintsWhatItIsFor(String line, String printed) {
    CommandRun run = run(line);
    assertThat(run.status()).isZero();
    assertThat(run.out().replaceAll("\\s+", " ")).contains(printed);
  }

  @Test
  void infoWritesPageBesideJson(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("page.html"), "an older page");
    CommandRun run = CommandRun.of("info", "--json", "--html", file.toString());
    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("{").hasLineCount(1);
    assertThat(file)
        .content()
        .startsWith("<!DOCTYPE html>")
        .contains("test-clock", "<svg")
        .doesNotContain("an older page");
  }

  @Test
  void infoMeasuresNothingForPageThatCannotBeWritten(@TempDir Path folder) {
    Path file = folder.resolve("missing").resolve("page.html");
    CommandRun run = CommandRun.of("info", "--json", "--html", file.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "The file '%s' cannot be written: the folder %s does not exist."
                .formatted(file, file.getParent()));
  }

  @ParameterizedTest
  @CsvSource({"info, cpucycles", "list, rejected: finer", "doctor, Nothing better is possible"})
  void counterThatOptionsForbidIsOneSentenceBesideTheOutput(String command, String printed) {
    CommandRun run = run(command + " --counter test-clock --no-high-resolution");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains(printed);
    assertThat(run.err())
        .hasLineCount(1)
        .startsWith("The counter test-clock cannot be used: finer than a microsecond");
  }

  @ParameterizedTest
  @ValueSource(strings = {"overhead", "measure --demo", "watch --count=1"})
  void counterThatOptionsForbidIsNeverRead(String command) {
    CommandRun run = run(command + " --counter test-clock --no-high-resolution");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("The counter test-clock cannot be used: finer than");
  }

  @Test
  void versionIsOursAndLibcpucycless() {
    CommandRun run = run("--version");
    assertThat(run.status()).isZero();
    assertThat(run.out()).matches("cyclecounter \\d+\\.\\d+\\.\\d+\\S*\\Rlibcpucycles \\d{8}\\R");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "measure"})
  void helpIsAlsoACommandAndNamesValuesInCapitals(String command) {
    CommandRun help = run(("help " + command).strip());
    assertThat(help.status()).isZero();
    assertThat(help.out()).startsWith("Usage: cyclecounter " + command).doesNotContain("=<");
    assertThat(run((command + " --help").strip())).isEqualTo(help);
  }

  @Test
  void helpPrintsWhatWordsMean() {
    CommandRun help = run("help taken trapped-read list");
    assertThat(help.status()).isZero();
    assertThat(help.out())
        .startsWith("taken\n  Other events hold all hardware counters: perf stat")
        .contains("(docs/counting.md)", "Usage: cyclecounter list ")
        .doesNotContain("](", "`");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(run("help").out()).contains("Words that help explains:", "no-pmu, ");
  }

  /** A process of its own, which its status ends. */
  private static ProcessBuilder version(Path said) {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "--version")
        .redirectError(said.toFile());
  }

  /** Its reader, such as head(1), has had enough. */
  @Test
  void closedPipeKeepsStatusOfResult(@TempDir Path folder) throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/fd")), "There is no /proc.");
    Path said = folder.resolve("said");
    Process process = version(said).start();
    process.getInputStream().close();
    assertThat(process.waitFor()).isZero();
    assertThat(said).isEmptyFile();
  }

  @Test
  void outputThatCannotBeWrittenIsStatus1(@TempDir Path folder) throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "There is no /dev/full.");
    Path said = folder.resolve("said");
    Process process = version(said).redirectOutput(full.toFile()).start();
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(said)
        .content()
        .isEqualToIgnoringNewLines(
            "The output cannot be written: it is closed, or the disk is full.");
  }

  @Test
  void listOfOneCounterHasItsRowAlone() {
    String out = run("list --counter test-clock").out();
    assertThat(out).contains("* test-clock").doesNotContain("default-monotonic");
  }

  static Stream<String> commands() {
    return Main.commands().getSubcommands().keySet().stream().filter(name -> !name.equals("help"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void manPageHasEachOptionOfCommand(String command) throws Exception {
    String page =
        Files.readString(Path.of("../distribution/cyclecounter-dist/src/man/cyclecounter.1"))
            .replace("\\-", "-");
    assertThat(page).containsPattern("(?m)^(\\.B |\\\\fB)" + command);
    String options = page.substring(page.indexOf(".SH OPTIONS"), page.indexOf(".SH EXIT STATUS"));
    String heading = "All commands|.*\\b" + command + "\\b.*";
    String sections =
        Stream.of(options.split("(?m)^\\.SS "))
            .filter(section -> section.lines().findFirst().orElse("").matches(heading))
            .collect(Collectors.joining());
    // A negatable option is --[no-]name.
    String help = run(command + " --help").out().replace("[no-]", "");
    assertThat(Pattern.compile("--[a-z-]+").matcher(help).results())
        .isNotEmpty()
        .allSatisfy(option -> assertThat(sections).contains(option.group()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "info --counter nonsense | Unknown counter 'nonsense'; cyclecounter list --all has all.",
        "list --exclude a,b      | Unknown counter 'a'; cyclecounter list --all has all.",
        "watch --include b       | Unknown counter 'b'; cyclecounter list --all has all.",
        "doctor --counter=       | Unknown counter ''; cyclecounter list --all has all.",
        "list --counter test-clokc | Unknown counter 'test-clokc', did you mean test-clock?"
            + " cyclecounter list --all has all.",
        "measure --counter x86-rdtsc --demo | Unknown counter 'x86-rdtsc'; cyclecounter list",
        "info --counter a --include b | Give --counter or --include, not both.",
        "list --scoring 1999     | Unknown scoring '1999': it must be 20240114 or 20260901.",
        "info --xyz              | Unknown option '--xyz'; cyclecounter info --help lists all.",
        "list --jsno=x           | Unknown option '--jsno', did you mean --json? cyclecounter list"
            + " --help lists all.",
        "--versio                | Unknown option '--versio', did you mean --version?",
        "list extra more         | The command cyclecounter list takes options only, not 'extra',"
            + " 'more'; cyclecounter list",
        "inof                    | Unknown command 'inof', did you mean info? The commands are"
            + " info, list,",
        "list --scope process    | --scope must be thread, core or system, not 'process'.",
        "list --scope sytem      | --scope 'sytem': did you mean system? It is thread, core or"
            + " system.",
        "info --json=y           | --json takes no value.",
        "measure --no-progres    | Unknown option '--no-progres', did you mean --no-progress?",
        "list amd64-tsc          | The command cyclecounter list takes options only: write"
            + " --counter amd64-tsc.",
        "help measur             | Unknown command or topic 'measur', did you mean measure?"
            + " cyclecounter help lists all.",
        "help nonsense           | Unknown command or topic 'nonsense'; cyclecounter help lists",
        "watch --interval 0.05   | --interval must be from 0.1 to 3600, not 0.05.",
        "watch --interval 0.1 --count 0 | --count must be from 1",
        "watch --interval 3600 --count 0 | --count must be from 1",
        "watch --interval 3601   | --interval must be from 0.1 to 3600, not 3601.",
        "watch --interval NaN    | --interval must be from 0.1 to 3600, not NaN.",
        "watch --interval often  | Invalid value for option '--interval': 'often' is not a number;"
            + " cyclecounter watch",
        "watch --count 0         | --count must be from 1 to 9223372036854775807, not 0.",
        "measure --demo --bytes 1e3 | Invalid value for option '--bytes': '1e3' is not a whole"
            + " number; cyclecounter measure --help",
        "measure --runs 9 | Nothing to measure",
        "measure --demo com.example.Sums#add | Give either --demo or operations to measure, not"
            + " both.",
        "measure com.example.Sums#add --seconds 0 | --seconds must be more than 0 and at most"
            + " 3600, not 0.0",
        "measure com.example.Sums#add --bytes 0 | --bytes must be at least 1, not 0.",
        "measure com.example.Sums#add --class-path nowhere/* | --class-path entry 'nowhere/*' has"
            + " no JAR: there is no such folder.",
        "measure --demo --only MD5 | No operation has 'MD5' in its name; available: SHA-256,"
            + " AES-128-GCM,",
        "measure --demo --bytes 5 | --bytes applies to your own methods only: the demonstration"
            + " knows its",
        "measure com.example.Sums#add --clock monotonic,sundial | Unknown clock 'sundial':"
            + " available clocks: posix-thread-cputime, stdc-clock, monotonic.",
        "measure com.example.Sums#add --runs 1001 | --runs must be from 1 to 1000, not 1001.",
        "measure com.example.Sums#add --limit 0.2 | --limit must be from 0.3 (--seconds) to"
            + " 1000000, not 0.2.",
        "instructions            | Missing required parameter: 'NAME'",
        "constant-time a.B       | Missing required option: '--secret-bytes=N'",
        "constant-time --secret-bytes=0 a.B | --secret-bytes must be from 1 to 1048576, not 0.",
        "constant-time --secret-bytes=1 --limit=0 a.B | --limit must be from 1 to 1000000, not 0.",
        "instructions a.B --lines -1 | --lines must be from 0 to 2147483647, not -1.",
        "instructions a.B --jvms 0 | --jvms must be from 1 to",
        "instructions a.B --warm-up -1 | --warm-up must be from 0 to 2147483647, not -1.",
        "info --html - --json    | --html - and --json cannot both be written to the standard"
            + " output",
        "info --html=            | --html needs a file name.",
        "info --html             | Missing required parameter for option '--html'",
        "                        | Missing command: give one of info, list"
      })
  void badInputIsStatus2AndOneSentence(String line, String sentence) {
    CommandRun run = CommandRun.of(line == null ? new String[0] : line.strip().split(" +"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().strip()).startsWith(sentence).doesNotContain("\n");
  }

  /** One command line for machines of several families. */
  @Test
  void namesOfOtherMachinesAreNoErrorAndBlanksAreIgnored() {
    CommandRun run =
        CommandRun.of(
            "list", "--include", " test-clock ,s390x-stckf", "--exclude", "arm64-vct, amd64-tsc");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("* test-clock");
    CommandRun elsewhere = run("list --counter s390x-stckf");
    assertThat(elsewhere.status()).as("has to be here").isEqualTo(2);
    assertThat(elsewhere.err())
        .startsWith(
            "s390x-stckf is a counter of other processors (s390x), which this machine does not"
                + " have; cyclecounter list has those it has.");
    assertThat(run("list --all").out())
        .contains("s390x-stckf\n  not here: a counter of other processors (s390x)\n")
        .contains("macos-selfcounts\n  not here: a counter of other systems (macos)\n");
  }
}
