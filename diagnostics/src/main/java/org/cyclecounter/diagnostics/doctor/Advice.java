// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;

/**
 * A better counter that this machine could have. Better is a kind with a lower penalty: it may
 * still lose by its precision, which is not known before it works.
 *
 * @param counter its name, which may be a third party's: cleaned where it is printed
 * @param kind its kind, as its source says
 * @param obstacle the obstacle that keeps it from working now
 * @param problem the same for people
 * @param benefit its gain over the counter in use, for people
 * @param remedy what makes it work; at least one command
 */
public record Advice(
    String counter,
    CounterKind kind,
    Obstacle obstacle,
    String problem,
    String benefit,
    Remedy remedy) {

  /** Returns the obstacle and the commands, which may be those of other counters as well. */
  public List<Object> need() {
    return List.of(obstacle, remedy.commands());
  }
}
