// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import org.jspecify.annotations.Nullable;

/**
 * A count beside the baseline's.
 *
 * @param was the baseline's; null for none
 * @param difference null if it is equal within the tolerance, or was written
 * @param isLacking true if the baseline has none to compare with, and was not to be written
 */
public record BaselineComparison(
    @Nullable BaselineRow was, @Nullable Difference difference, boolean isLacking) {}
