// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Decodes the fuzzer's bytes, and checks the rules of every sentence about them. */
public final class Fuzzed {

  private static final Logger LOGGER = Logger.getLogger("org.cyclecounter.selector");

  private Fuzzed() {}

  /** Text as a file has it, so that the kept inputs can be read. */
  public static String text(byte[] data) {
    return new String(data, StandardCharsets.UTF_8);
  }

  /** Any characters, halves of surrogate pairs among them: two bytes each, the high one first. */
  public static String chars(byte[] data) {
    StringBuilder chars = new StringBuilder(data.length / 2);
    for (int i = 0; i + 1 < data.length; i += 2) {
      chars.append((char) ((data[i] & 0xff) << 8 | data[i + 1] & 0xff));
    }
    return chars.toString();
  }

  /** Drops warnings about values that cannot be understood: they are not checked here. */
  public static void quiet() {
    LOGGER.setLevel(Level.OFF);
  }

  /** Checks for one line that a terminal can show, even if it quotes a long text. */
  public static void assertSentence(String sentence, int maxLength) {
    assertThat(sentence).isNotBlank().hasSizeLessThanOrEqualTo(maxLength);
    assertOneLine(sentence);
  }

  /** No character that is not seen, breaks the line or turns it round, and no half of a pair. */
  public static void assertOneLine(String text) {
    text.codePoints().forEach(c -> assertThat(isHidden(c)).as("U+%04X in %s", c, text).isFalse());
  }

  public static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          c != 0x7f; // which no reader takes for a line's end
      default -> false;
    };
  }
}
