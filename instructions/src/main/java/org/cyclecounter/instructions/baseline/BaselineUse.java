// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import org.cyclecounter.instructions.stepping.SteppingSentences;

/** The use of a baseline: to compare counts with it, strictly or not, or to write them. */
public enum BaselineUse {

  /** A count that the file lacks is a warning. */
  COMPARE,

  /** A count that the file lacks is a difference. */
  STRICT,

  /** Counts are written to the file. */
  WRITE;

  private static final String PROPERTY = "org.cyclecounter.baseline";

  /**
   * Returns what the system property {@value #PROPERTY} says.
   *
   * @throws IllegalArgumentException if it has another value; the message is one sentence
   */
  public static BaselineUse ofProperty() {
    String value = System.getProperty(PROPERTY, "");
    return switch (value) {
      case "" -> COMPARE;
      case "strict" -> STRICT;
      case "write" -> WRITE;
      default ->
          throw new IllegalArgumentException(
              SteppingSentences.sentence(
                  "-D%s=%s is unknown: set write or strict, or leave it out to compare.",
                  PROPERTY, value));
    };
  }
}
