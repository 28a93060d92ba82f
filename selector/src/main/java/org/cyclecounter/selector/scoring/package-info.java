// SPDX-License-Identifier: Apache-2.0
/**
 * Scales counters and measures how precise they are: the rules of libcpucycles 20240114, on exact
 * arithmetic. Knows nothing of selection, isolation and reports: its results are numbers and enums.
 */
@NullMarked
package org.cyclecounter.selector.scoring;

import org.jspecify.annotations.NullMarked;
