// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of code in a baseline, or a number that only some calls have.
 *
 * @param name as it is printed, behind "of 122: " if it is one of a call with such a number; "in 32
 *     of 128 calls"
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

  private static final Pattern CALLS = Pattern.compile("in (\\d{1,9}) of (\\d{1,9}) calls");

  private static final Pattern OF_CALL = Pattern.compile("of (\\d{1,18}): (.+)");

  /** Returns the number of the calls that it is, or belongs to; 0 for the commonest call. */
  long call() {
    Matcher ofCall = OF_CALL.matcher(name);
    return ofCall.matches() ? Long.parseLong(ofCall.group(1)) : isOfCalls() ? instructions : 0;
  }

  /** Returns a line of a call as it is in all others. */
  BaselineLine inAnyCall() {
    return new BaselineLine(OF_CALL.matcher(name).replaceFirst("$2"), instructions, code);
  }

  /** Returns true if it is a number that only some calls have. */
  boolean isOfCalls() {
    return CALLS.matcher(name).matches();
  }

  /**
   * Returns true if the other number of calls comes as often: two of a row may differ, because rows
   * begin and end with other calls.
   */
  boolean isAsOftenAs(BaselineLine other) {
    Matcher often = CALLS.matcher(name);
    Matcher otherOften = CALLS.matcher(other.name);
    if (!often.matches() || !otherOften.matches()) {
      return false;
    }
    long row = Long.parseLong(often.group(2));
    long otherRow = Long.parseLong(otherOften.group(2));
    long change =
        Long.parseLong(often.group(1)) * otherRow - Long.parseLong(otherOften.group(1)) * row;
    return Math.abs(change) <= 2 * Math.max(row, otherRow);
  }

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
