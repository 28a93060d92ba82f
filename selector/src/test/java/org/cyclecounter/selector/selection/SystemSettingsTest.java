// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.limits.TimeLimit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** System properties that configure without code. */
class SystemSettingsTest {

  @AfterEach
  void clear() {
    for (String name : Settings.NAMES) {
      System.clearProperty(SystemSettings.PREFIX + name);
    }
  }

  /** Two readings give the defaults and one warning. */
  private static void isWarnedOfOnce(String warning) {
    try (Logged log = new Logged()) {
      assertThat(SystemSettings.read()).isSameAs(Settings.DEFAULTS);
      assertThat(SystemSettings.read()).isSameAs(Settings.DEFAULTS);
      assertThat(log.warnings()).containsExactly(warning);
    }
  }

  @Test
  void withoutAnyTheDefaultsAreRead() {
    assertThat(SystemSettings.read()).isSameAs(Settings.DEFAULTS);
    System.setProperty("org.cyclecounter.scoring", " ");
    assertThat(SystemSettings.read()).isSameAs(Settings.DEFAULTS);
  }

  @Test
  void eachIsRead() {
    System.setProperty("org.cyclecounter.include", "amd64-tsc, test-clock,");
    System.setProperty("org.cyclecounter.exclude", "amd64-pmc");
    System.setProperty("org.cyclecounter.scoring", "20260901");
    System.setProperty("org.cyclecounter.isolation", "jvm");
    System.setProperty("org.cyclecounter.minimumScope", "System");
    System.setProperty("org.cyclecounter.highResolution", "false");
    System.setProperty("org.cyclecounter.cyclesPerSecond", "2000000000");
    try (Logged log = new Logged()) {
      assertThat(SystemSettings.read())
          .isEqualTo(
              new Settings(
                  null,
                  Set.of("amd64-tsc", "test-clock"),
                  Set.of("amd64-pmc"),
                  2_000_000_000,
                  Scoring.LIBCPUCYCLES_20260901,
                  Isolation.JVM,
                  Scope.SYSTEM,
                  false));
      assertThat(log.warnings()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3601", "2.5", "", "5 s"})
  void aTimeLimitThatIsNoneIsOneWarning(String seconds) {
    System.setProperty("org.cyclecounter.probe.seconds", seconds);
    try {
      isWarnedOfOnce(
          "the system property org.cyclecounter.probe.seconds is ignored: it must be a whole"
              + " number from 1 to 3600, not "
              + seconds);
      assertThat(TimeLimit.seconds()).isEqualTo(5);
    } finally {
      System.clearProperty("org.cyclecounter.probe.seconds");
    }
  }

  @Test
  void aNameWithATypingErrorIsOneWarning() {
    System.setProperty("org.cyclecounter.minimumscope", "system");
    System.setProperty("org.cyclecounter.bench.timer", "list"); // another part's
    try {
      isWarnedOfOnce(
          "unknown system property org.cyclecounter.minimumscope; known properties:"
              + " org.cyclecounter.include, org.cyclecounter.exclude,"
              + " org.cyclecounter.cyclesPerSecond, org.cyclecounter.scoring,"
              + " org.cyclecounter.isolation, org.cyclecounter.minimumScope,"
              + " org.cyclecounter.highResolution, org.cyclecounter.linkedReads,"
              + " org.cyclecounter.probe.seconds, org.cyclecounter.native.directory,"
              + " org.cyclecounter.bench.timer, org.cyclecounter.baseline");
    } finally {
      System.clearProperty("org.cyclecounter.minimumscope");
      System.clearProperty("org.cyclecounter.bench.timer");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench.timr", "probe.secs", "native.dir", "trial.seconds", "linkedreads"})
  void aNameWithAFurtherDotIsNoException(String name) {
    System.setProperty("org.cyclecounter." + name, "true");
    try (Logged log = new Logged()) {
      assertThat(SystemSettings.read()).isSameAs(Settings.DEFAULTS);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("unknown system property org.cyclecounter." + name + "; known properties: ");
    } finally {
      System.clearProperty("org.cyclecounter." + name);
    }
  }

  /** Each property of the operators' page is known, in each of its good values, and no other is. */
  @Test
  void thePropertiesOfTheDocumentationAreTheKnownOnes() throws Exception {
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
    for (String name : documented) {
      String misspelt = name + "s";
      System.setProperty("org.cyclecounter." + misspelt, "x");
      try (Logged log = new Logged()) {
        SystemSettings.read();
        assertThat(log.warnings()).singleElement().asString().contains("." + misspelt + "; known");
      } finally {
        System.clearProperty("org.cyclecounter." + misspelt);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "include, amd64-tsc",
    "include, 'amd64-tsc,default-monotonic'",
    "exclude, amd64-pmc",
    "scoring, 20240114",
    "scoring, 20260901",
    "isolation, AUTO",
    "isolation, native",
    "isolation, jvm",
    "isolation, none",
    "minimumScope, thread",
    "minimumScope, core",
    "minimumScope, system",
    "highResolution, true",
    "highResolution, FALSE",
    "cyclesPerSecond, 0",
    "cyclesPerSecond, 3000000000",
    "linkedReads, true",
    "linkedReads, false",
    "probe.seconds, 1",
    "probe.seconds, 3600",
    "native.directory, /tmp",
    "bench.timer, clock=monotonic",
    "baseline, strict",
    "bench.jmh.counter, amd64-tsc"
  })
  void aGoodValueIsNoWarning(String name, String value) {
    String property = "org.cyclecounter." + name;
    System.setProperty(property, value);
    try (Logged log = new Logged()) {
      SystemSettings.read();
      assertThat(log.warnings()).isEmpty();
    } finally {
      System.clearProperty(property);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "include         | amd64 tsc | 'amd64 tsc' is not a counter name; an example is amd64-tsc",
        "exclude         | -x        | '-x' is not a counter name; an example is amd64-tsc",
        "scoring         | 1999      | it must be 20240114 or 20260901, not 1999",
        "isolation       | docker    | it must be auto, native, jvm or none, not docker",
        "minimumScope    | socket    | it must be thread, core or system, not socket",
        "highResolution  | no        | it must be true or false, not no",
        "cyclesPerSecond | 3 GHz     | expected a whole number of Hz, or 0 for the machine's"
            + " estimate, not '3 GHz'"
      })
  void whatCannotBeUnderstoodIsOneWarningAndTheDefault(String name, String value, String needed) {
    System.setProperty("org.cyclecounter." + name, value);
    System.setProperty("org.cyclecounter.probe.seconds", "4"); // no setting of these
    try {
      isWarnedOfOnce("the system property org.cyclecounter." + name + " is ignored: " + needed);
      assertThat(TimeLimit.seconds()).isEqualTo(4);
    } finally {
      System.clearProperty("org.cyclecounter.probe.seconds");
    }
  }
}
