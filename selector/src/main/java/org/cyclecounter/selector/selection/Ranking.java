// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.List;
import org.cyclecounter.SelectionReport;

/**
 * The result of a selection, whose counters are open until they are closed.
 *
 * @param counters the counters that work, best first, or the last resort alone; never empty
 * @param report every counter that was considered
 * @param details the facts about these counters that the report has no room for; declared by its
 *     class, because the verifier would load the interface before a first reading
 */
public record Ranking(
    List<RankedCounter> counters, SelectionReport report, CounterDetails details) {}
