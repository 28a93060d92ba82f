package org.cyclecounter.selector.isolation;

import java.util.Optional;

/**
 * What parent and child say to each other.
 *
 * <p>To the child, on its standard input: a line with a random word, a line {@code provider TAB
 * name} for each counter, end of file. From the child, on its standard output: lines {@code word
 * index step text}, where the word tells them from whatever a provider prints. A line begins with a
 * line break too, because a provider may have left an unfinished one, and is written at once.
 *
 * @param index the counter's place in the parent's list; -1 when the child is ready
 * @param step what the child is about to do, or the verdict
 * @param text the reason of a failure
 */
record Protocol(int index, Step step, String text) {

  enum Step {
    READY,
    OPENING,
    READING,
    CLOSING,
    PASSED,
    FAILED
  }

  static final int LONGEST_LINE = 2048;
  private static final int LONGEST_TEXT = 1000;

  static String line(String word, int index, Step step, String text) {
    String clean = text.replaceAll("\\p{Cntrl}+", " ");
    if (clean.length() > LONGEST_TEXT) {
      clean = clean.substring(0, LONGEST_TEXT) + "...";
    }
    return "\n" + word + " " + index + " " + step + " " + clean + "\n";
  }

  static Optional<Protocol> parse(String word, String line) {
    String[] parts = line.split(" ", 4);
    if (parts.length < 3 || !parts[0].equals(word)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Protocol(
              Integer.parseInt(parts[1]),
              Step.valueOf(parts[2]),
              parts.length == 4 ? parts[3] : ""));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
