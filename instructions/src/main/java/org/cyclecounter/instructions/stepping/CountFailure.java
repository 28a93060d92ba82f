// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.Pattern;

/** An operation that could not be counted or checked; the message is one sentence. */
public final class CountFailure extends Exception {

  private static final long serialVersionUID = 1;

  /** The most lines of a stack trace. */
  private static final int MAX_LINES = 500;

  /** Frames of this module, which called the operation. */
  private static final Pattern OWN =
      Pattern.compile(
          "\\s+at (.*/)?org\\.cyclecounter\\.(instructions\\.(count|jmh|stepping)|constanttime\\.check)\\..*");

  /** The lines of a stack trace; empty unless the operation threw. */
  private final String trace;

  /** Takes the sentence as a format, and its arguments. */
  public CountFailure(String format, Object... arguments) {
    super(SteppingSentences.sentence(format, arguments));
    trace = "";
  }

  /** Takes the sentence, and the lines of a stack trace. */
  CountFailure(String sentence, List<String> trace) {
    super(sentence);
    this.trace = String.join("\n", trace);
  }

  /** Returns the failure of an operation that threw, without the frames that called it. */
  public static CountFailure threw(String operation, Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    List<String> lines =
        text.toString()
            .lines()
            .filter(line -> !OWN.matcher(line).matches())
            .limit(MAX_LINES)
            .toList();
    return new CountFailure("The operation " + operation + " threw " + e, lines);
  }

  /** Returns the same failure, with the place of the operation before the sentence. */
  public CountFailure in(String place) {
    return new CountFailure(place + ": " + getMessage(), trace());
  }

  /** Returns the stack trace of what the operation threw; empty if it did not. */
  public List<String> trace() {
    return trace.lines().toList();
  }
}
