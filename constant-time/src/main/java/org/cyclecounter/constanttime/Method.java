// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

/**
 * A method of detecting that code depends on a secret.
 *
 * @since 0.1.0
 */
public enum Method {
  /**
   * The secret is marked as undefined, and valgrind names the branches and addresses that depend on
   * it, including rare ones; it does not see divisions. Linux, with valgrind.
   */
  TAINT,
  /**
   * The instructions, addresses and operands of divisions of runs with different secrets are
   * compared, step by step. Linux on x86-64.
   */
  PATHS,
  /** The times of runs with two kinds of secrets are compared by Welch's t-test. Everywhere. */
  TIMING
}
