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

  /** A later selection in the same process; traps cost nothing during it. */
  Selected select(String counter) throws IOException {
    command("discount=inf");
    Selected selected = Selected.select(counter);
    command("discount=0");
    return selected;
  }
}
