// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Reads what RFC 8259 allows, whole numbers as Long and others as Double, and nothing else. */
public final class JsonReader {

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              DeserializationFeature.USE_LONG_FOR_INTS);

  private JsonReader() {}

  public static Object read(String json) {
    try {
      return MAPPER.readValue(json, Object.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }
}
