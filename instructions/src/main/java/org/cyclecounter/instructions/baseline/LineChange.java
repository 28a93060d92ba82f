// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

/**
 * A line of code that has changed, or has more or fewer instructions than in the baseline.
 *
 * @param line as counted now; one that is no longer there as in the baseline
 * @param was its number in the baseline; negative for none, or if it is the same
 * @param change how many instructions more it has
 * @param kind the reason
 */
public record LineChange(BaselineLine line, int was, long change, Kind kind) {

  /** Reasons, the likeliest cause of a difference first. */
  public enum Kind {
    /** The line has other byte code. */
    CHANGED(""),

    /** The line is new, or was not executed. */
    ADDED(", added"),

    /** The line is no longer there, or not executed. */
    REMOVED(", removed"),

    /** As ADDED, with all lines of its method. */
    METHOD_ADDED(", added"),

    /** As REMOVED, with all lines of its method. */
    METHOD_REMOVED(", removed"),

    /** The line has the same byte code, and its method has not. */
    METHOD_CHANGED(", in a changed method"),

    /** The method has the same byte code, or none is known. */
    COMPILED(", unchanged code, compiled otherwise (inlining)");

    private final String remark;

    Kind(String remark) {
      this.remark = remark;
    }

    /** Returns the place among the kinds: a line's own change is the likeliest cause. */
    int rank() {
      return Math.max(0, ordinal() - REMOVED.ordinal());
    }
  }

  /** Returns the line as it is printed, with its former number. */
  public String name() {
    return line.name() + (was < 0 ? "" : " (was " + was + ")");
  }

  /** Returns what is printed behind it; may be empty. */
  public String remark() {
    return line.code().isEmpty() ? "" : kind.remark;
  }
}
