// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

/**
 * Whether readings of a counter of system scope ever decreased from one processor to another, when
 * the second one was made after the first in time: threads hand over to each other and read.
 *
 * @param processors how many processors took part; 1 where there was nothing to compare
 * @param pinned whether the threads were bound to them; else they were wherever the system put them
 * @param backwards how many were less than the one before
 * @param largestCycles how far back the largest of those went, in cycles
 */
public record Crossing(
    int processors, boolean pinned, long handovers, long backwards, long largestCycles) {}
