// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.util.List;

/**
 * A number of instructions that some calls have, and not most: in every JVM the same ones of a row
 * of calls, some in each half.
 *
 * @param instructions of such a call
 * @param calls how many of the row have it, at least 2
 * @param row how many calls were counted in a row in each JVM
 * @param lines the lines whose instructions are others than in the most common run, with those of
 *     such a call, most first; empty if they are not known
 * @since 0.1.0
 */
public record CallCount(long instructions, int calls, int row, List<LineCount> lines) {

  /**
   * Creates a number.
   *
   * @param instructions as above
   * @param calls as above
   * @param row as above
   * @param lines copied
   */
  public CallCount {
    lines = List.copyOf(lines);
  }

  /**
   * Returns how often it comes, such as "in 32 of 128 calls".
   *
   * @return the text
   */
  public String often() {
    return "in " + calls + " of " + row + " calls";
  }
}
