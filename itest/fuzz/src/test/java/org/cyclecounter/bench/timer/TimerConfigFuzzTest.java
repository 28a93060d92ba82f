// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.cyclecounter.fuzz.Fuzzed;

/** A timer's configuration: words that say the same when they are written again, or a sentence. */
class TimerConfigFuzzTest {

  @FuzzTest
  @DictionaryEntries({"list", "clock=", "cycle=", "clock=monotonic,stdc-clock ", "cycle=amd64-tsc"})
  @DictionaryEntries(",")
  void parse(byte[] data) {
    TimerConfig config;
    try {
      config = TimerConfig.parse(Fuzzed.text(data), "the test");
    } catch (IllegalArgumentException e) {
      Fuzzed.assertSentence(e.getMessage(), 200);
      assertThat(e.getMessage()).contains(" in the test: ").endsWith(".");
      return;
    }
    assertThat(config.clocks()).doesNotContain("").noneMatch(name -> name.contains(","));
    assertThat(config.cycles()).doesNotContain("").noneMatch(name -> name.contains(","));
    String again =
        (config.list() ? "list " : "")
            + (config.clocks().isEmpty() ? "" : "clock=" + String.join(",", config.clocks()))
            + (config.cycles().isEmpty() ? "" : " cycle=" + String.join(",", config.cycles()));
    assertThat(TimerConfig.parse(again, "the test")).isEqualTo(config);
  }

  @FuzzTest
  void quoted(byte[] data) {
    String word = Fuzzed.chars(data);
    String quoted = TimerConfig.quoted(word);
    Fuzzed.assertSentence(quoted, 65);
    if (word.matches("[a-z0-9,=-]{0,60}")) {
      assertThat(quoted).isEqualTo("'" + word + "'");
    }
  }
}
