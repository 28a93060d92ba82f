// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.fuzz.Fuzzed;

/** Written values are read back unchanged. */
class JsonFuzzTest {

  private static final int MAX_DEPTH = 20;

  /** Reads JSON by RFC 8259 strictly, whole numbers as Long and others as Double. */
  private static final ObjectMapper READER =
      new ObjectMapper()
          .enable(
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              DeserializationFeature.USE_LONG_FOR_INTS);

  @FuzzTest
  void text(byte[] data) throws JsonProcessingException {
    String text = Fuzzed.chars(data);
    String json = Json.of(text);
    assertThat(READER.readValue(json, Object.class)).isEqualTo(text);
    assertThat(json.chars().allMatch(c -> c >= ' ' && (c < 0xd800 || c > 0xdfff))).isTrue();
    assertThat(json.length()).isLessThanOrEqualTo(6 * text.length() + 2);
    assertThat(READER.readValue(Json.of(Map.of(text, List.of(text))), Object.class))
        .isEqualTo(Map.of(text, List.of(text)));
  }

  @FuzzTest
  void values(FuzzedDataProvider data) throws JsonProcessingException {
    Object value = value(data, 0);
    assertThat(READER.readValue(Json.of(value), Object.class)).isEqualTo(value);
  }

  private static Object value(FuzzedDataProvider data, int depth) {
    switch (data.consumeInt(0, depth < MAX_DEPTH ? 6 : 4)) {
      case 0:
        return data.consumeString(20);
      case 1:
        return data.consumeLong();
      case 2:
        double number = data.consumeDouble();
        return Double.isFinite(number) ? number : 0.5;
      case 3:
        return data.consumeBoolean();
      case 4:
        return (long) data.consumeInt();
      case 5:
        List<Object> list = new ArrayList<>();
        for (int i = data.consumeInt(0, 4); i > 0; i--) {
          list.add(value(data, depth + 1));
        }
        return list;
      default:
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = data.consumeInt(0, 4); i > 0; i--) {
          map.put(data.consumeString(10), value(data, depth + 1));
        }
        return map;
    }
  }
}
