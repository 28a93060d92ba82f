// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import org.jspecify.annotations.Nullable;

/**
 * Pairs that are on one line.
 *
 * @param anchor the pair that gives the rate together with the last one
 * @param nextAnchor a later pair, which will replace it: a rate observed for too long follows a
 *     change too late
 * @param last the newest pair
 * @param estimate null for a single pair
 * @param agreements the number of pairs that were on the line of those before
 */
record PairsOnLine(
    Pair anchor, Pair nextAnchor, Pair last, @Nullable Estimate estimate, int agreements) {

  /** The longest time from one pair to the next. */
  static final long PERIOD_NS = 200_000_000;

  static PairsOnLine of(Pair pair) {
    return new PairsOnLine(pair, pair, pair, null, 0);
  }

  /** Continues with a pair; null if one line cannot be true for it and those before. */
  @Nullable PairsOnLine plus(Pair pair) {
    Estimate longer = Estimate.of(anchor, pair);
    if (longer == null
        || pair.ticks() - last.ticks() <= 0
        || !longer.holdsFor(last)
        || estimate != null && !estimate.holdsFor(pair)) {
      return null;
    }
    boolean isNext = pair.nanos() - nextAnchor.nanos() > 2 * PERIOD_NS;
    Pair later = isNext ? pair : nextAnchor;
    int agreed = estimate == null ? 0 : agreements + 1;
    return new PairsOnLine(isNext ? nextAnchor : anchor, later, pair, longer, agreed);
  }

  /** The longer the rate has been observed, the longer it can be believed. */
  long delayNs() {
    return Math.min(PERIOD_NS, 2 * (last.nanos() - anchor.nanos()));
  }
}
