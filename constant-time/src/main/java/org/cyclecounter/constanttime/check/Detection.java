// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import java.util.List;
import org.cyclecounter.constanttime.Place;

/**
 * The findings of one detector.
 *
 * @param places the places that depend on the secret
 * @param notJudged the bytecodes or instructions of one run that it did not judge
 * @param verdict whether it finished
 * @param remark the reason why it cannot decide, or a note on the verdict, such as another
 *     processor's features; empty for none
 * @param unmatched an accepted method of which no code ran; empty for none, or if that is unknown
 */
record Detection(
    List<Place> places, long notJudged, Verdict verdict, String remark, String unmatched) {

  /** The ends of a detector. */
  enum Verdict {
    /** It finished. */
    DECIDED,
    /** It finished, and no run read the secret. */
    NOT_READ,
    /** It did not finish, or cannot decide. */
    UNDECIDED,
    /** It cannot judge on this machine, or this operation. */
    IMPOSSIBLE
  }

  /** Creates the detection of a method that does not see which code runs. */
  Detection(List<Place> places, long notJudged, boolean isDecided, String remark) {
    this(places, notJudged, isDecided ? Verdict.DECIDED : Verdict.UNDECIDED, remark, "");
  }

  static Detection undecided(String reason) {
    return new Detection(List.of(), 0, false, reason);
  }

  static Detection impossible(String reason) {
    return new Detection(List.of(), 0, Verdict.IMPOSSIBLE, reason, "");
  }

  boolean isDecided() {
    return verdict == Verdict.DECIDED || verdict == Verdict.NOT_READ;
  }
}
