// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON that the commands have written, and JSON that people have. */
class JsonReaderTest {

  @Test
  void readsWhatWasWritten() {
    Map<String, Object> document =
        Json.object(
            "text",
            "a \"b\" \\ \u001b \ud83d\ude00 ",
            "list",
            Arrays.asList(1.5, -2e-9, true, null, List.of(), Map.of()));
    assertThat(JsonReader.object(Json.of(document))).isEqualTo(document);
  }

  @Test
  void readsSpacesAndEscapesOfOthers() {
    assertThat(JsonReader.object(" { \"a\\n\\/\" : [ 1E2 ,\t\"\" ] } \n").toString())
        .isEqualTo("{a\n/=[100.0, ]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{}x",
        "{\"a\"}",
        "{\"a\":01}",
        "{\"a\":1,}",
        "{\"a\":[1 2]}",
        "{\"a\":tru}",
        "{\"a\":\"b}",
        "{\"a\":\"\\q\"}",
        "{\"a\":\"\\u12\"}",
        "{'a':1}",
        "{\"a\":.5}"
      })
  void refusesWhatIsNotJson(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> JsonReader.object(text));
  }

  @Test
  void refusesWhatNestsTooDeeply() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JsonReader.object("{\"a\":" + "[".repeat(100_000)))
        .withMessageContaining("from character");
  }
}
