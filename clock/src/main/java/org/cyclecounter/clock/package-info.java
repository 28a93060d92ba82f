// SPDX-License-Identifier: Apache-2.0
/**
 * Converts readings of a cycle counter to time, with a bound.
 *
 * <p>{@link org.cyclecounter.clock.CycleClock} is all that a program needs. Behind it: a
 * <i>pair</i> is one reading of {@link System#nanoTime} between two of the counter; an
 * <i>estimate</i> is the line through two pairs and how far the truth may be from it; a
 * <i>segment</i> is what converts the readings from one pair to the next; the <i>calibration</i>
 * takes pairs, five a second, on one daemon thread for all clocks.
 */
@Export
@NullMarked
@Version("1.0.0")
package org.cyclecounter.clock;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
