// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A clock in a guest under qemu-system that is paused, restored, set and slewed: its time never
 * runs backwards, and its bound holds again from the next calibration.
 */
@Isolated
class ClockMachines {

  private static final String[] TROUBLES = {
    "pause", "restore", "set", "hpet", "stop", "pause", "restore", "slew"
  };

  @TempDir Path folder;

  @Test
  void boundHoldsAgainAfterTrouble() throws Exception {
    Machines.assumeWanted("guest-clock");
    String variables = "troubles='" + String.join(" ", TROUBLES) + "'\n";
    GuestHost host = new GuestHost(folder);
    host.start();
    List<String> console =
        Guests.boot("amd64", folder, variables, "guest-clock", 600, host.options());
    host.interrupt();
    assertThat(host.said()).noneMatch(said -> said.contains("rror"));
    Answers answers = Answers.of(console);
    assertThat(answers.all("status")).containsExactly(List.of("0"));
    TroubledClockIT.assertRight(answers, TROUBLES);
  }
}
