// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.util.List;

/**
 * The commands that take an obstacle out of the way, or change what makes counts doubtful.
 *
 * <p>{@link #NONE} is not the same as a remedy without cost: the doctor says nothing then, because
 * an advice that cannot be followed is none.
 *
 * @param commands all that are needed, in this order, but for a last resort; none where nothing is
 *     known to help
 * @param costs their cost in security, a clause for people; also "nothing", which is said as well
 */
public record Remedy(List<Command> commands, String costs) {

  public static final Remedy NONE = new Remedy(List.of(), "");

  static Remedy of(Command.Place place, String command, String costs) {
    return new Remedy(List.of(new Command(place, command)), costs);
  }
}
