// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

/**
 * The state of a watched counter after an update.
 *
 * @param name its name in the report
 * @param recent the differences of the last updates; the counter's own, which the next one changes
 * @param medianCycles the median of the last update's differences, in cycles
 * @param hz cycles per second; NaN before the first update
 * @param moves how often the thread was moved to another processor while this was watched, -1 where
 *     that is not known
 * @param backwards how many readings were less than the one before
 * @param problem why it is not watched any more; empty while it is
 */
public record WatchedRow(
    String name,
    Histogram recent,
    long medianCycles,
    double hz,
    long moves,
    long backwards,
    String problem) {}
