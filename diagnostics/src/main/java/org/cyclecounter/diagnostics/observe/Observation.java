// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.List;
import org.cyclecounter.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The results of observing a counter: what failed is missing, and the rest is kept.
 *
 * @param name the counter's name in the report
 * @param scope the readings between which a difference means something
 * @param differences between adjacent readings; null where it could not be read
 * @param drift over the second that all counters of a page share; null where there is none
 * @param crossing from one processor to the other; null for a counter whose readings do not compare
 *     across threads
 * @param observed the frequencies observed over loops of growing length
 * @param failure the reason of a read that threw; empty where none did
 * @param readLast the name of the counter that was read in the end: another one where this one was
 *     lost
 */
public record Observation(
    String name,
    Scope scope,
    @Nullable Differences differences,
    @Nullable Drift drift,
    @Nullable Crossing crossing,
    List<InfoMeasurements.Observed> observed,
    String failure,
    String readLast) {

  /**
   * Returns whether the numbers are this counter's: not if it failed, or was lost before the end.
   */
  public boolean isWhole() {
    return failure.isEmpty() && readLast.equals(name);
  }
}
