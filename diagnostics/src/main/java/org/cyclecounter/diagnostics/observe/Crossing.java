// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

/**
 * Readings of a counter of system scope that decreased from one processor to another, although the
 * second one was taken after the first in time: threads hand over to each other and read.
 *
 * @param processors how many processors took part; 1 where there was nothing to compare
 * @param pinned whether the threads were bound to them; else the system placed the threads
 * @param handovers how many readings were compared with the one before
 * @param backwards how many of these were less
 * @param largestCycles the largest step back, in cycles
 */
public record Crossing(
    int processors, boolean pinned, long handovers, long backwards, long largestCycles) {}
