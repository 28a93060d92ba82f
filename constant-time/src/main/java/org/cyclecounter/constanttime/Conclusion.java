// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime;

/**
 * The result of a check.
 *
 * @since 0.1.0
 */
public enum Conclusion {
  /** At least one confirmed place, which was not accepted, depends on the secret. */
  DEPENDS,
  /**
   * No such place in the code that ran and was judged by each method that was asked for, or works
   * here; no proof that there is none.
   */
  NO_DEPENDENCE_SEEN,
  /** A method did not finish, or no judged run read the secret. */
  UNDECIDED
}
