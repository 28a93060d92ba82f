// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

/**
 * A number of instructions that some calls have, and not most: in every JVM the same ones of a row
 * of calls, some in each half.
 *
 * @param instructions of such a call
 * @param calls how many of the row have it, at least 2
 * @param row how many calls were counted in a row in each JVM
 * @since 0.1.0
 */
public record CallCount(long instructions, int calls, int row) {

  /**
   * Returns how often it comes, such as "in 32 of 128 calls".
   *
   * @return the text
   */
  public String often() {
    return "in " + calls + " of " + row + " calls";
  }
}
