// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;

/**
 * A better counter that this machine could have. Better is a kind with a lower penalty: it may
 * still lose by its precision, which is not known before it works.
 *
 * @param counter its name, which may be a third party's: cleaned where it is printed
 * @param kind its kind, as its source says
 * @param obstacle the obstacle that keeps it from working now
 * @param now the same for people
 * @param gives its gain over the counter in use, for people
 * @param remedy what makes it work; at least one command
 */
public record Advice(
    String counter, CounterKind kind, Obstacle obstacle, String now, String gives, Remedy remedy) {

  /** Returns whether the remedy is another counter's as well. */
  public boolean hasSameRemedyAs(Advice other) {
    return obstacle == other.obstacle && remedy.commands().equals(other.remedy.commands());
  }
}
