// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.Scope.SYSTEM;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.support.TimeLimit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** System properties that configure without code. */
class SystemSettingsTest {

  private final Properties before = (Properties) System.getProperties().clone();

  @AfterEach
  void restore() {
    System.setProperties(before);
  }

  private static void set(String name, String value) {
    System.setProperty(SystemSettings.PREFIX + name, value);
  }

  private static List<String> warnings() {
    try (Logged log = new Logged()) {
      SystemSettings.read();
      return log.warnings();
    }
  }

  @Test
  void readsTheDefaultsWithoutAnyProperty() {
    assertThat(SystemSettings.read()).isSameAs(Settings.DEFAULTS);
    set("scoring", " ");
    assertThat(SystemSettings.read()).isSameAs(Settings.DEFAULTS);
  }

  @Test
  void readsEachProperty() {
    set("include", "amd64-tsc, test-clock,");
    set("exclude", "amd64-pmc");
    set("scoring", "20260901");
    set("isolation", "jvm");
    set("minimumScope", "System");
    set("highResolution", "false");
    set("cyclesPerSecond", "2000000000");
    set("maximumReadNanos", "99.5");
    Set<String> include = Set.of("amd64-tsc", "test-clock");
    Set<String> exclude = Set.of("amd64-pmc");
    Scoring scoring = Scoring.LIBCPUCYCLES_20260901;
    assertThat(SystemSettings.read())
        .isEqualTo(
            new Settings(
                null,
                include,
                exclude,
                2_000_000_000,
                scoring,
                Isolation.JVM,
                SYSTEM,
                false,
                99.5));
    assertThat(warnings()).isEmpty();
  }

  /** Each property of the operators' page is known, in each of its good values, and no other is. */
  @Test
  void knowsThePropertiesOfTheDocumentationOnly() throws Exception {
    List<String> documented = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("../docs/operators.md"))) {
      Matcher row = Pattern.compile("\\| `org\\.cyclecounter\\.([^`=]+)` \\|.*").matcher(line);
      if (row.matches()) {
        documented.add(row.group(1));
      }
    }
    List<String> known = new ArrayList<>(Settings.NAMES);
    known.addAll(SystemSettings.OTHERS);
    assertThat(documented).containsExactlyInAnyOrderElementsOf(known);
    set("scope", "system");
    assertThat(warnings().get(0))
        .contains(known.stream().map(" org.cyclecounter."::concat).toList());
    for (String name : documented) {
      System.setProperties((Properties) before.clone());
      set(name + "s", "x");
      assertThat(warnings())
          .singleElement()
          .asString()
          .endsWith("." + name + "s, did you mean org.cyclecounter." + name + "?");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "include = 'amd64-tsc,default-monotonic'",
        "scoring = 20240114",
        "isolation = AUTO native jvm none",
        "minimumScope = thread core system",
        "highResolution = true FALSE",
        "cyclesPerSecond = 0 3000000000",
        "maximumReadNanos = 0 100 0.5",
        "linkedReads = true false",
        "probe.seconds = 1 3600",
        "thirdparty.seconds = 1 3600",
        "native.directory = /tmp",
        "bench.timer = clock",
        "baseline = strict",
        "bench.jmh.counter = amd64-tsc"
      })
  void acceptsGoodValuesWithoutAWarning(String name, String values) {
    for (String value : values.split(" ")) {
      set(name, value);
      assertThat(warnings()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          include             | amd64 tsc | 'amd64 tsc' is not a counter name; an example is amd64-tsc
          exclude             | -x        | '-x' is not a counter name; an example is amd64-tsc
          scoring             | 1999      | it must be 20240114 or 20260901, not 1999
          isolation           | docker    | it must be auto, native, jvm or none, not docker
          minimumScope        | socket    | it must be thread, core or system, not socket
          highResolution      | no        | it must be true or false, not no
          cyclesPerSecond     | 3 GHz     | expected a whole number of Hz, or 0 for the machine's estimate, not '3 GHz'
          maximumReadNanos    | 100 ns    | expected a number of nanoseconds, such as 100, or 0 for no limit, not '100 ns'
          maximumReadNanos    | NaN       | expected a number of nanoseconds, such as 100, or 0 for no limit, not 'NaN'
          probe.seconds       | 0         | it must be a whole number from 1 to 3600, not 0
          thirdparty.seconds  | 3601      | it must be a whole number from 1 to 3600, not 3601
          thirdparty.seconds  | 2.5       | it must be a whole number from 1 to 3600, not 2.5
          minimumscope        | system    | did you mean org.cyclecounter.minimumScope?
          baselin             | system    | did you mean org.cyclecounter.baseline?
          inlcude             | system    | did you mean org.cyclecounter.include?
          exlude              | system    | did you mean org.cyclecounter.exclude?
          probe-seconds       | 7         | did you mean org.cyclecounter.probe.seconds?
          scope               | system    | ; known properties: org.cyclecounter.include,
          """)
  void warnsOnceOfMistakeAndTakesDefault(String name, String value, String help) {
    set(name, value);
    set("bench.timer", "list"); // another part's
    String property = "system property org.cyclecounter." + name;
    try (Logged log = new Logged()) {
      assertThat(SystemSettings.read()).isSameAs(Settings.DEFAULTS);
      assertThat(SystemSettings.read()).isSameAs(Settings.DEFAULTS);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .matches("the " + property + " is ignored: .*|unknown " + property + "[,;].*")
          .contains(help);
    }
    System.clearProperty(TimeLimit.SECONDS_PROPERTY);
    assertThat(TimeLimit.seconds()).isEqualTo(5);
    assertThat(TimeLimit.thirdPartySeconds()).isEqualTo(2);
    set("probe.seconds", "4"); // no setting of these
    assertThat(TimeLimit.seconds()).isEqualTo(4);
  }
}
