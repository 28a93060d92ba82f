// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The selector in a container that has everything it can make use of. */
class FullStackIT {

  private static final String COUNTER = "org.cyclecounter.CycleCounter";
  private static final String INVENTORY = "org.apache.felix.inventory.InventoryPrinter";

  /** Works everywhere, and is the best nowhere. */
  private static final String CLOCK = "default-monotonic";

  private static final List<String> COMMANDS =
      List.of("info", "list", "select", "measure", "doctor");

  private static final Long FREQUENCY = 1_000_000_000L;

  private static final String LAST_LINE = "selected in [\\d.]+ ms\\s*";

  @TempDir private static Path storage;
  private static FullStack stack;
  private static Set<String> all;

  @BeforeAll
  static void start() throws Exception {
    stack = FullStack.start(storage);
    stack.service(COUNTER);
    stack.shell("cyclecounter:select"); // with all providers; the first may have been earlier
    all = Set.copyOf(counters());
  }

  @AfterAll
  static void stop() throws Exception {
    stack.close();
  }

  @AfterEach
  void restore() throws Exception {
    stack.configure(Map.of());
    awaitCounters(counters -> Set.copyOf(counters).equals(all));
    Container.await(() -> !best("persecond").equals(FREQUENCY), FullStack.LIMIT, "own estimate");
  }

  /** The published counters' names, best first. */
  private static List<String> counters() {
    return stack.container().services(COUNTER, null).stream()
        .map(service -> (String) service.getProperty("cyclecounter.implementation"))
        .toList();
  }

  private static Object best(String property) {
    return stack.container().services(COUNTER, null).stream()
        .map(service -> service.getProperty("cyclecounter." + property))
        .findFirst()
        .orElse("none");
  }

  private static void awaitCounters(Predicate<List<String>> condition) throws InterruptedException {
    Container.await(() -> condition.test(counters()), FullStack.LIMIT, "such counters");
  }

  @Test
  void configurationChangesTheWinner() throws Exception {
    stack.configure(Map.of("include", new String[] {CLOCK, "default-gettimeofday"}));
    awaitCounters(List.of(CLOCK, "default-gettimeofday")::equals);
    stack.configure(Map.of("exclude", CLOCK, "cyclesPerSecond", FREQUENCY.toString()));
    awaitCounters(counters -> counters.size() > 1 && !counters.contains(CLOCK));
    Container.await(() -> best("persecond").equals(FREQUENCY), FullStack.LIMIT, "frequency");
  }

  @Test
  void aCommandWaitsForTheConfigurationThatHasJustBeenSet() throws Exception {
    for (String only : List.of(CLOCK, "default-gettimeofday", CLOCK, "default-gettimeofday")) {
      stack.configure(Map.of("include", only));
      assertThat(stack.shell("cyclecounter:list")).contains("* " + only);
    }
    stack.configure(Map.of("include", CLOCK));
    stack.configure(Map.of("exclude", CLOCK));
    assertThat(stack.shell("cyclecounter:list")).contains("* ").doesNotContain("* " + CLOCK);
  }

  @Test
  void aBadValueIsLoggedAndLeavesTheOldConfigurationInForce() throws Exception {
    stack.configure(Map.of("include", CLOCK));
    awaitCounters(List.of(CLOCK)::equals);
    stack.configure(Map.of("isolation", "sandbox"));
    stack.awaitLog("it must be auto, native, jvm or none, not sandbox");
    stack.configure(Map.of("scoring", "20010203"));
    stack.awaitLog("it must be 20240114 or 20260901, not 20010203");
    stack.configure(Map.of("cyclesPerSecond", -1L));
    stack.awaitLog("estimate, not '-1'");
    assertThat(stack.shell("cyclecounter:select")).contains("* " + CLOCK);
    assertThat(counters()).containsExactly(CLOCK);
  }

  @Test
  void withoutHighResolutionOnlyClocksAreLookedAt() throws Exception {
    stack.configure(Map.of("highResolution", false));
    Container.await(
        () ->
            stack
                .container()
                .services(COUNTER, "(!(cyclecounter.kind=FIXED_RESOLUTION))")
                .isEmpty(),
        FullStack.LIMIT,
        "end of high-resolution counters");
    awaitCounters(counters -> counters.contains("default-gettimeofday"));
    assertThat(counters()).doesNotContain(CLOCK); // it reads nanoseconds
    assertThat(stack.shell("cyclecounter:list")).contains("* ");
  }

  @Test
  void infoPrintsTheLinesOfCpucyclesInfo() throws Exception {
    assertThat(stack.shell("cyclecounter:info"))
        .matches(
            "(?s)cpucycles version \\d{8}\n"
                + "(cpucycles tracesetup \\d+ \\S+ precision \\d+ scaling \\d+\\.\\d{6} only32"
                + " [01]\n"
                + ")+cpucycles persecond \\d+\n"
                + "cpucycles implementation \\S+\n"
                + "cpucycles median -?\\d+ ([+-]\\d+){63}\n"
                + "(cpucycles observed persecond [^\n"
                + "]+\n"
                + "?)*");
  }

  @Test
  void listAndSelectPrintTheTable() throws Exception {
    for (String command : List.of("cyclecounter:list", "cyclecounter:select")) {
      List<String> lines = stack.shell(command).lines().toList();
      assertThat(lines.get(0))
          .matches("  counter +kind +scope +precision +scaling +read ns +counts");
      assertThat(lines).filteredOn(line -> line.startsWith("* ")).hasSize(1);
      assertThat(lines)
          .allMatch(line -> line.length() <= 80)
          .containsSequence(
              "default-zero", "  rejected: always 0: the last resort when nothing else works")
          .anyMatch(line -> line.matches("\\S+ at \\d+ cycles per second \\(.+\\)"));
      assertThat(lines.get(lines.size() - 1)).matches(LAST_LINE);
    }
  }

  @Test
  void commandsPrintInBatchModeToo() throws Exception {
    assertThat(stack.batch("cyclecounter:list")).contains("* ");
    assertThat(stack.batch("cyclecounter:select")).contains("* ");
    assertThat(stack.batch("cyclecounter:info")).contains("cpucycles implementation");
    assertThat(stack.batch("cyclecounter:measure")).contains("cpucycles median");
    assertThat(stack.batch("cyclecounter:doctor")).contains(counters().get(0));
  }

  @Test
  void everyCommandPrintsItsHelpInsteadOfRunning() throws Exception {
    for (String command : COMMANDS) {
      List<String> lines = stack.batch("cyclecounter:" + command + " --help").lines().toList();
      assertThat(lines.get(0))
          .matches("Usage: cyclecounter:" + command + "( \\[NAME])? \\[--help]");
      assertThat(lines.get(1)).matches("(Prints|Selects|Measures) .*\\.");
      assertThat(lines.get(lines.size() - 1)).isEqualTo("  --help  prints this");
      assertThat(lines).hasSize(command.equals("measure") ? 4 : 3);
    }
  }

  @Test
  void theShellsOwnHelpDescribesEveryCommand() throws Exception {
    for (String command : COMMANDS) {
      String usage = stack.batch("cyclecounter:" + command + " --help");
      assertThat(stack.shell("help cyclecounter:" + command))
          .contains("scope: cyclecounter", usage.lines().toList().get(1));
    }
    assertThat(stack.shell("help cyclecounter:list")).contains("--help describes the command");
    assertThat(stack.shell("help cyclecounter:measure")).contains("a counter's name");
  }

  @Test
  void aSurplusArgumentIsNamed() {
    for (String command : List.of("list", "info", "select", "doctor")) {
      assertThatThrownBy(() -> stack.shell("cyclecounter:" + command + " nonsense"))
          .hasMessageContaining(
              "cyclecounter:" + command + " takes no argument but --help, not 'nonsense'");
    }
    assertThatThrownBy(() -> stack.shell("cyclecounter:measure one two"))
        .hasMessageContaining("one counter's name, not [one, two]");
  }

  @Test
  void whatIsTypedIsPrintedOnce() throws Exception {
    assertThat(stack.shell("cyclecounter:list").lines().filter(line -> line.startsWith("* ")))
        .hasSize(1);
    assertThat(stack.shell("cyclecounter:list --help").lines())
        .filteredOn(line -> line.startsWith("Usage"))
        .hasSize(1);
  }

  @Test
  void measureMeasuresTheBestOrTheOneThatIsNamed() throws Exception {
    assertThat(stack.shell("cyclecounter:measure")).containsPattern("median -?\\d+");
    assertThat(stack.shell("cyclecounter:measure " + CLOCK)).contains(CLOCK);
    assertThatThrownBy(() -> stack.shell("cyclecounter:measure nonsense"))
        .hasMessageContaining("nonsense")
        .hasMessageContaining(CLOCK);
  }

  @Test
  void metatypeDescribesTheConfiguration() throws Exception {
    Object information =
        Views.call(
            stack.service("org.osgi.service.metatype.MetaTypeService"),
            "getMetaTypeInformation",
            stack.selector());
    assertThat((String[]) Views.call(information, "getPids")).containsExactly(FullStack.PID);
    Object definition = Views.call(information, "getObjectClassDefinition", FullStack.PID, null);
    int all = -1; // ObjectClassDefinition.ALL
    Object[] attributes = (Object[]) Views.call(definition, "getAttributeDefinitions", all);
    assertThat(Stream.of(attributes).map(FullStackIT::id))
        .containsExactlyInAnyOrder(
            "include",
            "exclude",
            "scoring",
            "cyclesPerSecond",
            "isolation",
            "minimumScope",
            "highResolution");
    for (Object attribute : attributes) {
      assertThat((String) Views.call(attribute, "getName")).isNotBlank();
      assertThat((String) Views.call(attribute, "getDescription")).isNotBlank();
    }
    for (Object attribute : attributes) {
      if (id(attribute).equals("isolation")) {
        assertThat((String[]) Views.call(attribute, "getOptionValues"))
            .containsExactly("auto", "native", "jvm", "none");
      }
    }
  }

  private static String id(Object attribute) {
    try {
      return (String) Views.call(attribute, "getID");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theInventoryPrinterPrints() throws Exception {
    String filter = "(felix.inventory.printer.name=cyclecounter)";
    Object printer = stack.container().await(INVENTORY, filter, FullStack.LIMIT);
    assertThat(print(printer, "TEXT").lines().reduce((first, last) -> last).orElseThrow())
        .matches(LAST_LINE);
    assertThat(print(printer, "JSON"))
        .startsWith("{\"schema\":\"info-1\",")
        .contains("\"reason\":");
  }

  private static String print(Object printer, String format) throws Exception {
    StringWriter text = new StringWriter();
    Object value =
        printer
            .getClass()
            .getClassLoader()
            .loadClass("org.apache.felix.inventory.Format")
            .getField(format)
            .get(null);
    Views.call(printer, "print", new PrintWriter(text, true), value, false);
    return text.toString();
  }

  @Test
  void theWebConsoleShowsTheSelectionAndTheConfiguration() throws Exception {
    HttpResponse<String> selection = stack.console("status-cyclecounter.txt");
    assertThat(selection.statusCode()).isEqualTo(200);
    assertThat(selection.body()).contains("counter ", CLOCK, " cycles per second (");
    HttpResponse<String> configuration = stack.console("configMgr");
    assertThat(configuration.statusCode()).isEqualTo(200);
    assertThat(configuration.body()).contains(FullStack.PID).contains("CycleCounter");
  }

  @Test
  void aComponentGetsTheBestCounter() throws Exception {
    stack.container().run("example-consumer");
    Object meter = stack.service("com.example.consumer.Meter");
    assertThat((Long) Views.call(meter, "cycles", (Runnable) () -> {})).isPositive();
    assertThat(stack.shell("example:meter")).matches("\\d+ cycles by " + counters().get(0));
    stack.configure(Map.of("include", CLOCK));
    Container.await(
        () -> meterPrints("\\d+ cycles by " + CLOCK), FullStack.LIMIT, "component anew");
  }

  private static boolean meterPrints(String expected) {
    try {
      return stack.shell("example:meter").matches(expected);
    } catch (Exception e) {
      return false; // it is being exchanged
    }
  }
}
