// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.Optional;
import org.cyclecounter.Counted;
import org.cyclecounter.Obstacle;

/**
 * Facts about a report's counters that the report itself does not contain. Thread-safe.
 *
 * @since 0.1.0
 */
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
   * Returns the obstacle to a rejected counter of the report that could work on this machine.
   *
   * @param name its name
   * @return empty, as in this default implementation, for a counter that works, and if no remedy is
   *     known
   */
  default Optional<Obstacle> obstacle(String name) {
    return Optional.empty();
  }

  /**
   * Returns whether a counter of the report is one of another operating system, which nothing on
   * this machine makes work.
   *
   * @param name its name
   * @return false, as in this default implementation, if that is not known
   */
  default boolean isOfAnotherSystem(String name) {
    return false;
  }

  /**
   * Returns the instruction or function that a read of a counter of the report executes, such as
   * {@code "RDPMC"} or {@code "read(2)"}; a function's name ends with a parenthesis.
   *
   * @param name its name
   * @return empty, as in this default implementation, if that is not known
   */
  default String instruction(String name) {
    return "";
  }
}
