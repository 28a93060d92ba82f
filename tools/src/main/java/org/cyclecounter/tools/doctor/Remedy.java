// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

import java.util.List;

/**
 * The commands that take an obstacle out of the way.
 *
 * @param commands all that are needed, in this order; none where nothing is known to help
 */
record Remedy(List<Command> commands, String costs) {

  static final Remedy NONE = new Remedy(List.of(), "");

  static Remedy of(Command.Place place, String command, String costs) {
    return new Remedy(List.of(new Command(place, command)), costs);
  }
}
