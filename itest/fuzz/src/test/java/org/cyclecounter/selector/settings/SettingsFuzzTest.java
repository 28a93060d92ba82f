// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.math.BigInteger;
import java.util.Set;
import org.cyclecounter.fuzz.Fuzzed;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.TimeLimit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The words of the settings: a setting, or one sentence, and nothing else is changed by it. */
class SettingsFuzzTest {

  private static final int MAX_SENTENCE = 400;

  @BeforeEach
  void quiet() {
    Fuzzed.quiet();
  }

  @AfterEach
  void clear() {
    System.clearProperty(TimeLimit.SECONDS_PROPERTY);
    for (String name : Settings.NAMES) {
      System.clearProperty(SystemSettings.PREFIX + name);
    }
  }

  /** {@code name=value}. */
  @FuzzTest
  @DictionaryEntries({"include=", "exclude=", "cyclesPerSecond=", "scoring=20240114", "amd64-tsc,"})
  @DictionaryEntries({"isolation=native", "minimumScope=system", "highResolution=false"})
  @DictionaryEntries("20260901")
  void set(byte[] data) {
    String line = Fuzzed.text(data);
    int equals = Math.max(0, line.indexOf('='));
    String name = line.substring(0, equals);
    String value = line.substring(Math.min(line.length(), equals + 1));
    Settings settings;
    try {
      settings = Settings.DEFAULTS.with(name, value);
    } catch (IllegalArgumentException e) {
      Fuzzed.assertSentence(e.getMessage(), MAX_SENTENCE);
      return;
    }
    checkNames(settings.include(), name.equals("include") ? value : "");
    checkNames(settings.exclude(), name.equals("exclude") ? value : "");
    if (name.equals("cyclesPerSecond")) {
      assertThat(BigInteger.valueOf(settings.cyclesPerSecond())).isEqualTo(new BigInteger(value));
      assertThat(settings.cyclesPerSecond()).isNotNegative();
    } else {
      assertThat(settings.cyclesPerSecond()).isZero();
    }
    if (!name.equals("isolation")) {
      assertThat(settings.isolation()).isEqualTo(Isolation.AUTO);
    }
    assertThat(settings.highResolution())
        .isEqualTo(!(name.equals("highResolution") && value.equalsIgnoreCase("false")));
    assertThat(settings).isEqualTo(Settings.DEFAULTS.with(name, value));
  }

  /** Lines {@code name=value} as system properties: what is wrong is the default. */
  @FuzzTest
  @DictionaryEntries({"include=", "exclude=", "cyclesPerSecond=", "scoring=20260901", "\\x0A"})
  @DictionaryEntries({"isolation=none", "minimumScope=core", "highResolution=true", "unknown=1"})
  void systemProperties(byte[] data) {
    Settings expected = Settings.DEFAULTS;
    for (String line : Fuzzed.text(data).split("\n")) {
      int equals = line.indexOf('=');
      for (String name : Settings.NAMES) {
        if (equals > 0 && line.substring(0, equals).equals(name)) {
          System.setProperty(SystemSettings.PREFIX + name, line.substring(equals + 1));
        }
      }
    }
    for (String name : Settings.NAMES) {
      String value = System.getProperty(SystemSettings.PREFIX + name, "").strip();
      try {
        expected = value.isEmpty() ? expected : expected.with(name, value);
      } catch (IllegalArgumentException e) {
        continue; // the default
      }
    }
    assertThat(SystemSettings.read()).isEqualTo(expected);
    clear();
  }

  /** The time limit: what is said to set one does, and nothing else. */
  @FuzzTest
  @DictionaryEntries({"3600", "3601", "0x", "-1", "+5", "010", "#f"})
  void probeSeconds(byte[] data) {
    String text = Fuzzed.text(data);
    System.setProperty(TimeLimit.SECONDS_PROPERTY, text);
    int seconds = TimeLimit.seconds();
    assertThat(seconds).isBetween(1, 3600);
    assertThat(seconds).isEqualTo(TimeLimit.isSeconds(text) ? Integer.decode(text) : 5);
    System.clearProperty(TimeLimit.SECONDS_PROPERTY);
  }

  private static void checkNames(Set<String> names, String value) {
    assertThat(names).allMatch(name -> ProviderText.isName(name, 64));
    Set<String> again = Settings.DEFAULTS.with("include", String.join(" , ", names)).include();
    assertThat(again).containsExactlyElementsOf(names);
    assertThat(names.size()).isLessThanOrEqualTo(value.isEmpty() ? 0 : value.split(",").length);
  }
}
