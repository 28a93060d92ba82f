// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Commands for the simulated PMU while it runs.
 *
 * @param file the simulator's control file
 */
record PmuControl(Path file) {

  /** In force when this returns: the simulator looks at the file every 20 ms. */
  void command(String text) throws IOException {
    Files.writeString(file, text + "\n", StandardOpenOption.APPEND);
    OwnCount.sleep(60);
  }

  /** A later choice in the same process; traps cost nothing meanwhile. */
  Chosen choose(String counter) throws IOException {
    command("discount=inf");
    Chosen chosen = Chosen.select(counter);
    command("discount=0");
    return chosen;
  }
}
