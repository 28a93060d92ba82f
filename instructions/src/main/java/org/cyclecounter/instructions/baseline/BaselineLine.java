// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of code in a baseline.
 *
 * @param name as it is printed
 * @param instructions how many were executed
 * @param code sums of the byte code of the line and of its method, with a space between; empty if
 *     unknown
 */
public record BaselineLine(String name, long instructions, String code) {

  private static final Pattern PLACE =
      Pattern.compile("(.+)\\.([^.(]+)\\(([^():]*)(?::(\\d+))?\\)");

  /** The methods that compilers make of a lambda in another. */
  private static final Pattern LAMBDA =
      Pattern.compile("(?:lambda\\$|\\$anonfun\\$)?(.+?)(?:\\$lambda)?\\$\\d+");

  /** Returns class, method, file and number; of a stub the method alone. */
  public StackTraceElement place() {
    Matcher place = PLACE.matcher(name);
    if (!place.matches()) {
      return new StackTraceElement("", name, null, -2);
    }
    int number = place.group(4) == null ? -1 : Integer.parseInt(place.group(4));
    String file = place.group(3).contains(" ") ? null : place.group(3); // Unknown Source
    return new StackTraceElement(place.group(1), place.group(2), file, number);
  }

  /** Returns the method that it is part of, a lambda's as its owner; without sums, its name. */
  String owner() {
    StackTraceElement place = place();
    Matcher lambda = LAMBDA.matcher(place.getMethodName());
    return code.isEmpty()
        ? name
        : place.getClassName().replaceAll("\\$\\d+", "\\$")
            + "."
            + (lambda.matches() ? lambda.group(1) : place.getMethodName());
  }

  int number() {
    return place().getLineNumber();
  }

  /** Returns the sum of the line alone; without sums, its name. */
  String sum() {
    return code.isEmpty() ? name : code.split(" ", 2)[0];
  }

  /** Returns the sum of the method. */
  String methodSum() {
    return code.substring(code.indexOf(' ') + 1);
  }
}
