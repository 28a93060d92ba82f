// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Optional;
import org.cyclecounter.fuzz.Fuzzed;
import org.junit.jupiter.api.BeforeEach;

/** A machine that lies: the estimate is always a frequency with a source. */
class FrequencyEstimatorFuzzTest {

  private static final String[] SYSTEMS = {"linux", "darwin", "freebsd", "aix", "sunos"};

  @BeforeEach
  void quiet() {
    Fuzzed.quiet();
  }

  /** The first byte is the system; then texts with a line of a form feed between. */
  @FuzzTest
  @DictionaryEntries({"\\x0C", "2400000", "cpu MHz\\x09: 2400.000\\x0A", "frequency 3000"})
  @DictionaryEntries("9223372036854775")
  void estimate(byte[] data) {
    String text = Fuzzed.text(data);
    String system = SYSTEMS[text.isEmpty() ? 0 : text.charAt(0) % SYSTEMS.length];
    Frequency frequency = new FrequencyEstimator(new Liar(system, text.split("\f", -1))).estimate();
    assertThat(frequency.hz()).isPositive();
    Fuzzed.assertSentence(frequency.source(), 200);
  }

  /** Answers each question with the next of its texts. */
  private static final class Liar extends Machine {
    private final String system;
    private final String[] texts;
    private int next;

    Liar(String system, String[] texts) {
      this.system = system;
      this.texts = texts;
    }

    private Optional<String> text() {
      return next < texts.length ? Optional.of(texts[next++]) : Optional.empty();
    }

    @Override
    public Optional<String> file(String path) {
      return text();
    }

    @Override
    public String unreadReason(String path) {
      return "";
    }

    @Override
    public Optional<String> environment(String variable) {
      return text();
    }

    @Override
    public String os() {
      return system;
    }

    @Override
    public long sysctl(String name) {
      try {
        return Long.parseLong(text().orElse("0").strip());
      } catch (NumberFormatException e) {
        return 0;
      }
    }

    @Override
    public String output(String... command) {
      return text().orElse("");
    }
  }
}
