// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.tools.cli.CommandRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operators' settings hold for the timer of a program's own {@code Bench}. */
class BenchSettingsTest {

  @BeforeAll
  static void probeHere() {
    CommandRun.probeHere();
  }

  private static String timer(String name, String value, String config) {
    String property = "org.cyclecounter." + name;
    System.setProperty(property, value);
    try (BenchTimer timer = BenchTimer.create(config)) {
      return timer.describe();
    } finally {
      System.clearProperty(property);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "include | default-zero | org.cyclecounter.include does not have its counter",
        "exclude | amd64-pmc, test-clock | 'test-clock': excluded by the caller",
        "highResolution | false | 'test-clock': finer than a microsecond"
      })
  void doesNotReadCounterThatIsLeftOut(String name, String value, String reason) {
    assertThatThrownBy(() -> timer(name, value, "cycle=test-clock"))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining(reason);
    assertThat(timer(name, value, "cycle=test-clock,null")).contains("cycles null (", reason);
  }

  @ParameterizedTest
  @CsvSource({"include, not a name", "exclude, default-zero"})
  void readsCounterThatIsLeftIn(String name, String value) {
    assertThat(timer(name, value, "cycle=test-clock")).contains("cycles test-clock (");
  }

  @Test
  void frequencyThatWasSetScalesTheCycles() {
    assertThat(timer("cyclesPerSecond", "2000000000", "cycle=test-clock"))
        .contains("times 2.000000");
  }
}
