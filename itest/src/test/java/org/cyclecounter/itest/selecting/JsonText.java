// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Reads JSON, and throws if a text is none. */
public final class JsonText {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private JsonText() {}

  /**
   * Maps, lists, strings, numbers, booleans and null.
   *
   * @throws IllegalArgumentException where the text is not JSON, or ends too early
   */
  public static Object parse(String text) {
    try {
      return JSON.readValue(text, Object.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }
}
