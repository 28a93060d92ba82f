// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.fuzz.Fuzzed;
import org.cyclecounter.fuzz.JsonReader;

/** What is written is read back as the same. */
class JsonFuzzTest {

  private static final int MAX_DEPTH = 20;

  @FuzzTest
  void text(byte[] data) {
    String text = Fuzzed.chars(data);
    String json = Json.of(text);
    assertThat(JsonReader.read(json)).isEqualTo(text);
    assertThat(json.chars().allMatch(c -> c >= ' ' && (c < 0xd800 || c > 0xdfff))).isTrue();
    assertThat(json.length()).isLessThanOrEqualTo(6 * text.length() + 2);
    assertThat(JsonReader.read(Json.of(Map.of(text, List.of(text)))))
        .isEqualTo(Map.of(text, List.of(text)));
  }

  @FuzzTest
  void values(FuzzedDataProvider data) {
    Object value = value(data, 0);
    assertThat(JsonReader.read(Json.of(value))).isEqualTo(value);
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
