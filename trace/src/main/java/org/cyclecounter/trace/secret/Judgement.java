// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import java.util.List;
import org.cyclecounter.trace.Place;

/**
 * The result of one method.
 *
 * @param places those that depend on the secret
 * @param notJudged how much of one run it did not judge: bytecodes or instructions
 * @param isDecided false if it cannot decide
 * @param remark why it cannot, and where, or on what was judged, such as a processor that is not
 *     this one; empty for nothing
 */
record Judgement(List<Place> places, long notJudged, boolean isDecided, String remark) {

  static Judgement undecided(String reason) {
    return new Judgement(List.of(), 0, false, reason);
  }
}
