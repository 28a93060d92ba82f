// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * The evidence of a probe in this process, for {@link CandidateState}. Immutable, because the
 * thread of the probe may be given up.
 *
 * @param source the open counter; null if it does not work
 * @param measurement its scaling and precision; null if it was not measured
 * @param inNativeChild the outcome in a native child, passed or not; null if there was none
 * @param rejection why it does not work; null if it does, or has not passed in the child
 * @param obstacle the change that would let it work, if its probe revealed that; null otherwise
 */
record ProbeOutcome(
    @Nullable TickSource source,
    @Nullable Measurement measurement,
    @Nullable IsolationResult inNativeChild,
    @Nullable Rejection rejection,
    @Nullable Obstacle obstacle) {}
