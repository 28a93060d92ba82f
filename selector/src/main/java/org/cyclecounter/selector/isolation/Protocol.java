// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.Optional;
import org.cyclecounter.selector.limits.ProviderText;

/**
 * What parent and child JVM say to each other.
 *
 * <p>To the child, on its standard input, as {@link java.io.DataOutput} writes: a random word; the
 * parent's process id; the number of counters; for each its provider's class, its name, the number
 * of the class loader that has that class ({@link #ON_THE_PATH} where the child has it itself), how
 * often it is read and how often it is read in order. Then, for each class or resource that the
 * child asks for, its length and its bytes; {@link ChildPipe#NOT_THERE}; or {@link
 * ChildPipe#LOADER_THREW} and a sentence. The end of the stream means that the parent is gone, and
 * ends the child.
 *
 * <p>From the child, on its standard output: lines {@code word index step text}, where the word
 * tells them from whatever a provider prints. A line begins with a line break too, because a
 * provider may have left an unfinished one, and is written at once.
 *
 * @param index the counter's place in the parent's list; a class loader's number with {@link
 *     Step#RESOURCE}; -1 when the child is ready
 * @param step what the child is about to do, or the verdict
 * @param text what was thrown, as a sentence; the name of a thread or of a resource
 */
record Protocol(int index, Step step, String text) {

  enum Step {
    READY,
    OPENING,
    READING,
    CLOSING,
    PASSED,
    /** It passed, and printed something. */
    PRINTED,
    FAILED,
    /** What it threw, with a stack trace, for the log; the verdict follows. */
    TRACE,
    /** It failed: {@code open()} gave null. */
    NO_SOURCE,
    /** This child cannot make its provider. */
    NOT_MADE,
    /** It took down what this child probed it in, or did not return there; the child goes on. */
    DIED,
    /** It failed, and this child is not fit for another counter. */
    HARMED,
    /** As {@link #HARMED}: it closed or replaced the standard output. */
    CLOSED_OUTPUT,
    /** As {@link #HARMED}: it closed or replaced the standard error. */
    CLOSED_ERROR,
    /** As {@link #HARMED}: it left a thread behind that keeps a JVM from ending. */
    LEFT_THREAD,
    /** The child asks for a class file or another resource. */
    RESOURCE
  }

  /** The class loader of what the child finds on its own class path or module path. */
  static final int ON_THE_PATH = -1;

  static final int MAX_LINE = 8192;
  private static final int MAX_TEXT = 1000;
  private static final int MAX_TRACE = 2000;

  static String line(String word, int index, Step step, String text) {
    String clean = ProviderText.clean(text);
    String shortened = ProviderText.cut(clean, step == Step.TRACE ? MAX_TRACE : MAX_TEXT);
    return "\n" + word + " " + index + " " + step + " " + shortened + "\n";
  }

  static Optional<Protocol> parse(String word, String line) {
    String[] parts = line.split(" ", 4);
    if (parts.length < 3 || !parts[0].equals(word)) {
      return Optional.empty();
    }
    try {
      Step step = Step.valueOf(parts[2]);
      String text = parts.length == 4 ? parts[3] : "";
      // Cleaned again: a provider can write to this pipe, too.
      String clean = step == Step.RESOURCE ? text : ProviderText.clean(text);
      return Optional.of(new Protocol(Integer.parseInt(parts[1]), step, clean));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
