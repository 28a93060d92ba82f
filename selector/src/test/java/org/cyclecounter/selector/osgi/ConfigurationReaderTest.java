// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.osgi.service.cm.ConfigurationException;

class ConfigurationReaderTest {

  private final Dictionary<String, Object> properties = new Hashtable<>();

  @Test
  void takesTheRestFromTheSystemProperties() throws ConfigurationException {
    System.setProperty("org.cyclecounter.minimumScope", "core");
    try {
      assertThat(ConfigurationReader.read(null).minimumScope()).isEqualTo(Scope.CORE);
      properties.put("exclude", "a-b");
      assertThat(ConfigurationReader.read(properties).minimumScope()).isEqualTo(Scope.CORE);
      properties.put("minimumScope", "system");
      assertThat(ConfigurationReader.read(properties).minimumScope()).isEqualTo(Scope.SYSTEM);
    } finally {
      System.clearProperty("org.cyclecounter.minimumScope");
    }
  }

  @Test
  void hasTheDefaultsWithoutValuesAndByMetatype() throws Exception {
    properties.put("service.pid", ConfigurationReader.PID);
    assertThat(ConfigurationReader.read(properties)).isEqualTo(Settings.DEFAULTS);
    List<String> names = new ArrayList<>();
    Matcher attributes =
        Pattern.compile("<AD id=\"(\\w+)\"[^>]* default=\"(\\w*)\"").matcher(metatype());
    while (attributes.find()) {
      names.add(attributes.group(1));
      properties.put(attributes.group(1), attributes.group(2));
    }
    assertThat(names).isEqualTo(Settings.NAMES);
    assertThat(ConfigurationReader.read(properties)).isEqualTo(Settings.DEFAULTS);
  }

  @ParameterizedTest
  @CsvSource({"scoring, 2", "isolation, 4", "minimumScope, 3"})
  void readsTheOptionsOfMetatype(String name, int constants) throws Exception {
    String attribute = metatype().split("<AD id=\"" + name)[1].split("</AD>")[0];
    Set<Settings> read = new HashSet<>();
    Matcher options = Pattern.compile("<Option label=\"(\\w+)\" value=\"\\1\"").matcher(attribute);
    while (options.find()) {
      properties.put(name, options.group(1));
      read.add(ConfigurationReader.read(properties));
    }
    assertThat(read).hasSize(constants);
  }

  private static String metatype() throws IOException {
    String file = "/OSGI-INF/metatype/" + ConfigurationReader.PID + ".xml";
    try (InputStream in = ConfigurationReader.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void readsListsOfArraysCollectionsOrOneString() throws ConfigurationException {
    for (Object value :
        new Object[] {
          new String[] {"a-b", "", "c"}, List.of("a-b", "c"), "a-b, c", new Object[] {"a-b", "c"}
        }) {
      properties.put("include", value);
      properties.put("exclude", value);
      assertThat(ConfigurationReader.read(properties).include()).containsExactly("a-b", "c");
      assertThat(ConfigurationReader.read(properties).exclude()).containsExactly("a-b", "c");
    }
    properties.put("exclude", 7);
    assertThatThrownBy(() -> ConfigurationReader.read(properties))
        .hasMessage("exclude : expected a list of counter names, not 7");
  }

  @Test
  void readsValuesOfTheirTypeOrStrings() throws ConfigurationException {
    properties.put("scoring", 20260901);
    properties.put("isolation", "JVM");
    properties.put("cyclesPerSecond", "2000000000");
    properties.put("highResolution", "False");
    properties.put("minimumScope", "System");
    properties.put("maximumReadNanos", 99.5);
    Set<String> none = Set.of();
    Scoring scoring = Scoring.LIBCPUCYCLES_20260901;
    assertThat(ConfigurationReader.read(properties))
        .isEqualTo(
            new Settings(
                null,
                none,
                none,
                2_000_000_000,
                scoring,
                Isolation.JVM,
                Scope.SYSTEM,
                false,
                99.5));
  }

  @ParameterizedTest
  @CsvSource({
    "include, amd64 tsc",
    "scoring, libcpucycles",
    "cyclesPerSecond, -1",
    "cyclesPerSecond, 99999999999999999999",
    "highResolution, 1",
    "maximumReadNanos, -1"
  })
  void namesThePropertyOfABadValue(String key, String value) {
    properties.put(key, value);
    assertThatThrownBy(() -> ConfigurationReader.read(properties))
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.getProperty()).isEqualTo(key))
        .hasMessageContaining(value);
  }
}
