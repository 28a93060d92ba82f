// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.Optional;
import org.cyclecounter.Counted;
import org.cyclecounter.Obstacle;

/** Facts about the counters of a report that the report has no room for. Thread-safe. */
public interface CounterFacts {

  /**
   * Returns what a counter of the report counts.
   *
   * @param name its name
   * @return empty for a name that is not in the report, and for a counter that did not work at the
   *     time of selection; of this project's counters also known, and not empty, for one with an
   *     {@link #obstacle}
   */
  Optional<Counted> counted(String name);

  /**
   * Returns what prevents a rejected counter of the report from working that this machine could
   * have.
   *
   * @param name its name
   * @return empty, as in this default implementation, for a counter that works, and if nothing is
   *     known that could be changed
   */
  default Optional<Obstacle> obstacle(String name) {
    return Optional.empty();
  }

  /**
   * Returns what a read of a counter of the report executes: an instruction, such as {@code
   * "RDPMC"}, or a function, such as {@code "read(2)"}, which ends with a parenthesis.
   *
   * @param name its name
   * @return empty, as in this default implementation, if that is not known
   */
  default String instruction(String name) {
    return "";
  }
}
