// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.util.List;
import org.cyclecounter.constanttime.Place;

/**
 * The findings of one detector.
 *
 * @param places the places that depend on the secret
 * @param notJudged the bytecodes or instructions of one run that it did not judge
 * @param isDecided false if it cannot decide
 * @param remark the reason why it cannot, or a note on the verdict, such as another processor's
 *     features; empty for none
 * @param unmatched an accepted method of which no code ran; empty for none, or if that is unknown
 */
record Detection(
    List<Place> places, long notJudged, boolean isDecided, String remark, String unmatched) {

  /** Creates the detection of a method that does not see which code runs. */
  Detection(List<Place> places, long notJudged, boolean isDecided, String remark) {
    this(places, notJudged, isDecided, remark, "");
  }

  static Detection undecided(String reason) {
    return new Detection(List.of(), 0, false, reason);
  }
}
