// SPDX-License-Identifier: Apache-2.0
/**
 * Turns ticks into readings: exact scaling, extension of 32 bits to 64, and the counters that
 * programs receive.
 */
@NullMarked
package org.cyclecounter.selector.counting;

import org.jspecify.annotations.NullMarked;
