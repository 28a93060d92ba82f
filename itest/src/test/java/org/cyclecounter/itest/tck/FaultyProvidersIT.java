// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.FaultOfEachRule;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every faulty provider and counter fails the test of the rule that it breaks, and no other. */
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the table lists faults in x86-64 code, found by Linux's native child")
class FaultyProvidersIT {

  private static final Path ROOT = Path.of(System.getProperty("machines.root", ".."));
  private static final Path FAULTS = ROOT.resolve("itest/faults/target/classes").normalize();
  private static final Path PAGE = ROOT.resolve("docs/evidence/provider-tests.md");

  private static List<String> providers() throws Exception {
    List<String> providers =
        new ArrayList<>(
            Files.readAllLines(
                FAULTS.resolve("META-INF/services/org.cyclecounter.spi.CycleCounterProvider")));
    providers.add("com.example.faults.Careless");
    providers.add("com.example.faults.Careless$Unlisted");
    return providers;
  }

  private static List<String> run(Path results, List<String> providers, int stepS)
      throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add("-Dorg.cyclecounter.probe.seconds=" + stepS);
    arguments.add("-cp");
    arguments.add(
        System.getProperty("java.class.path") + File.pathSeparator + FAULTS.toAbsolutePath());
    arguments.add(RulesOfFaults.class.getName());
    arguments.add(results.toString());
    arguments.addAll(providers);
    Java.Result result = Java.java(arguments.toArray(String[]::new));
    assertThat(result.status()).as("%s", result.err()).isZero();
    return Files.readAllLines(results);
  }

  /**
   * Returns the rule of a line. The narrow clock wraps after three seconds, which the rule that
   * readings never decrease sees first where a busy machine takes so long.
   */
  private static String rule(String... columns) {
    boolean isNarrow = columns.length == 3 && quoted(columns[1]).equals("`careless-width`");
    return isNarrow ? "A counter of 32 bits wraps there, and one of 64 bits does not" : columns[0];
  }

  /** A counter's name, or a provider's class; without what all of them begin with. */
  private static String quoted(String name) {
    String last = name.substring(name.lastIndexOf('.', name.length() - 4) + 1);
    String own = last.substring(last.lastIndexOf('$') + 1).replace("fault-", "");
    return "`" + own.split("x{9}")[0] + "`";
  }

  @Test
  void eachRuleNoticesItsFault(@TempDir Path folder) throws Exception {
    List<String> providers =
        List.of(
            "com.example.faults.BadProviders$FailedConstructor",
            "com.example.faults.Careless$Unlisted",
            "com.example.faults.BadProviders$NullCounter",
            FaultOfEachRule.Early.class.getName(),
            FaultOfEachRule.Late.class.getName());
    Path file = folder.resolve("failures.tsv");
    // All of these return, so that the limit may be long; the last is noticed when it is over.
    List<String> lines = new ArrayList<>(run(file, providers, 60));
    lines.addAll(run(file, List.of(FaultOfEachRule.Slow.class.getName()), 1));
    Map<String, List<String>> failed = new TreeMap<>();
    for (String line : lines) {
      String[] columns = line.split("\t");
      List<String> faults = failed.computeIfAbsent(rule(columns), rule -> new ArrayList<>());
      if (columns.length == 3) {
        faults.add(quoted(columns[1]));
      }
    }
    Map<String, List<String>> expected = new TreeMap<>();
    for (String row : Files.readAllLines(PAGE)) {
      String[] cells = row.split(" *\\| *");
      if (cells.length == 3 && failed.containsKey(cells[1])) {
        List<String> faults = new ArrayList<>(failed.get(cells[1]));
        faults.retainAll(List.of(cells[2].split(", ")));
        expected.put(cells[1], faults);
      }
    }
    assertThat(failed).hasSizeGreaterThan(20).isEqualTo(expected);
    assertThat(failed.values()).as("%s", failed).allMatch(faults -> faults.size() == 1);
  }

  @Test
  @Tag("long")
  void eachBreaksOneRule() throws Exception {
    Path folder = Files.createDirectories(ROOT.resolve("itest/target/tck"));
    List<String> lines = run(folder.resolve("failures.tsv").toAbsolutePath(), providers(), 1);
    Map<String, List<String>> broken = new LinkedHashMap<>();
    List<String> passed = new ArrayList<>();
    String last = lines.get(lines.size() - 1).split("\t")[0];
    for (String line : lines) {
      String[] columns = line.split("\t");
      List<String> faults = broken.computeIfAbsent(rule(columns), rule -> new ArrayList<>());
      if (columns.length == 3) {
        faults.add(quoted(columns[1]));
        assertThat(columns[2]).as(line).contains(columns[1]).contains(columns[0]);
      } else if (columns.length == 2 && columns[0].equals(last)) {
        passed.add(quoted(columns[1]));
      }
    }
    List<String> table = new ArrayList<>(List.of("| rule | broken by |", "|---|---|"));
    broken.forEach(
        (rule, faults) -> table.add("| " + rule + " | " + String.join(", ", faults) + " |"));
    table.add("| none of these | " + String.join(", ", passed) + " |");
    Files.write(folder.resolve("table.md"), table);
    assertThat(broken.values()).as("a fault for each rule").noneMatch(List::isEmpty);
    assertThat(Arrays.asList(Files.readString(PAGE).split("\n")))
        .as("%s has the table that was written to %s", PAGE, folder)
        .containsAll(table);
  }
}
