// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Vector;
import org.cyclecounter.fuzz.Fuzzed;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.ProviderText;
import org.junit.jupiter.api.BeforeEach;
import org.osgi.service.cm.ConfigurationException;

/** A configuration of any strings, numbers, lists and arrays: settings, or one sentence. */
class ConfigurationReaderFuzzTest {

  private static final int MAX_SENTENCE = 400;

  @BeforeEach
  void quiet() {
    Fuzzed.quiet();
  }

  /** Lines {@code key type value}, where the type is one letter. */
  @FuzzTest
  @DictionaryEntries({"include a amd64-tsc", "exclude l ", "cyclesPerSecond o 1"})
  @DictionaryEntries({"scoring s 20260901", "isolation s jvm", "minimumScope s core"})
  @DictionaryEntries({"highResolution b true", "include i "})
  void read(byte[] data) {
    Dictionary<String, Object> properties = new Hashtable<>();
    for (String line : Fuzzed.text(data).split("\n")) {
      String[] parts = line.split(" ", 3);
      if (parts.length == 3 && parts[1].length() == 1) {
        properties.put(parts[0], value(parts[1].charAt(0), parts[2]));
      }
    }
    try {
      Settings settings = ConfigurationReader.read(properties);
      assertThat(settings.include()).allMatch(name -> ProviderText.isName(name, 64));
      assertThat(settings.exclude()).allMatch(name -> ProviderText.isName(name, 64));
      assertThat(settings.cyclesPerSecond()).isNotNegative();
    } catch (ConfigurationException e) {
      assertThat(properties.get(e.getProperty())).isNotNull();
      Fuzzed.assertSentence(e.getReason(), MAX_SENTENCE);
    }
  }

  private static Object value(char type, String text) {
    return switch (type) {
      case 'a' -> text.split(",");
      case 'b' -> Boolean.valueOf(text);
      case 'c' -> text.isEmpty() ? 'c' : text.charAt(0);
      case 'd' -> text.length() / 2.0;
      case 'i' -> new int[] {text.length()};
      case 'l' -> new Vector<>(List.of(text.split(",")));
      case 'o' -> text.hashCode() * 0x1_0000_0001L;
      case 'v' -> new Vector<>(List.of(new int[0], text, 'c', 1));
      default -> text;
    };
  }
}
