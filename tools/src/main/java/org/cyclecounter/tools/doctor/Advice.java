// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;

/**
 * A better counter that this machine could have.
 *
 * @param obstacle what keeps it from working now
 * @param now the same for people
 * @param gives what it would give, for people
 * @param commands what makes it work: all of them, in this order; at least one
 * @param costs what that costs in security, for people
 */
public record Advice(
    String counter,
    CounterKind kind,
    Obstacle obstacle,
    String now,
    String gives,
    List<Command> commands,
    String costs) {

  // Copies the list.
  public Advice {
    commands = List.copyOf(commands);
  }

  /** Whether one remedy serves another counter, too. */
  public boolean hasSameRemedyAs(Advice other) {
    return obstacle == other.obstacle && commands.equals(other.commands);
  }
}
