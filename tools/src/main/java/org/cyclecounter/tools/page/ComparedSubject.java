// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.List;
import org.cyclecounter.bench.Timing;

/**
 * An operation that was measured in turns with others.
 *
 * @param name its name
 * @param bytes what one operation works on; 0 where that is not known
 * @param timings one of each round, in the order of the rounds
 */
public record ComparedSubject(String name, long bytes, List<Timing> timings) {

  // Copies the list.
  public ComparedSubject {
    timings = List.copyOf(timings);
  }
}
