// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.List;
import java.util.Set;

/**
 * The result of all methods.
 *
 * @param findings the places that are not accepted
 * @param finished the methods that decided
 * @param notJudged how much of one run was judged neither by TAINT nor by PATHS
 * @param java the conditions, and the reasons of methods that did not finish
 */
public record Checked(
    List<Finding> findings, Set<Technique> finished, long notJudged, String java) {

  /** Returns the name of the conclusion, as in the public API. */
  public String conclusion() {
    if (!findings.isEmpty()) {
      return "DEPENDS";
    }
    return finished.isEmpty() ? "UNDECIDED" : "NO_DEPENDENCE_SEEN";
  }
}
