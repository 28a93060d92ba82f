// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimerConfigTest {

  private static TimerConfig parse(String config) {
    return TimerConfig.parse(config, "the test");
  }

  @Test
  void readsWordsInAnyOrder() {
    assertThat(parse("  \tclock=stdc-clock,monotonic\n cycle=x86-rdtsc,null list "))
        .isEqualTo(
            new TimerConfig(
                true,
                List.of("stdc-clock", "monotonic"),
                List.of("x86-rdtsc", "null"),
                "the test"));
    assertThat(parse("cycle=null"))
        .isEqualTo(new TimerConfig(false, List.of(), List.of("null"), "the test"));
    assertThat(parse("list list").list()).isTrue();
  }

  @Test
  void takesDefaultsForEmptyText() {
    TimerConfig defaults = new TimerConfig(false, List.of(), List.of(), "the test");
    assertThat(parse("")).isEqualTo(defaults);
    assertThat(parse(" \t\n ")).isEqualTo(defaults);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "clok=monotonic | Unknown word 'clok=monotonic' in the test: use clock=NAME,..., cycle=NAME,... or list.",
        "clock          | Unknown word 'clock' in the test: use clock=NAME,..., cycle=NAME,... or list.",
        "LIST           | Unknown word 'LIST' in the test: use clock=NAME,..., cycle=NAME,... or list.",
        "list,          | Unknown word 'list,' in the test: use clock=NAME,..., cycle=NAME,... or list.",
        "clock=         | 'clock=' has an empty name in the test: write clock=NAME,NAME.",
        "clock=a,       | 'clock=a,' has an empty name in the test: write clock=NAME,NAME.",
        "cycle=,null    | 'cycle=,null' has an empty name in the test: write cycle=NAME,NAME.",
        "clock=a clock=b | 'clock=b' is the second clock= in the test: list the names in one, with commas.",
        "cycle=a cycle=a | 'cycle=a' is the second cycle= in the test: list the names in one, with commas.",
        "clock=a, b     | 'clock=a,' has an empty name in the test: write clock=NAME,NAME.",
      })
  void refusesWrongWordInOneSentence(String config, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> parse(config)).withMessage(message);
  }

  @Test
  void quotesHostileWordInShortLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse("\u0000\u2028\u001b[2J" + "x".repeat(10_000)))
        .withMessageStartingWith("Unknown word '???[2Jxxx")
        .withMessageMatching(".{0,200}");
  }
}
