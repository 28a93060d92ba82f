// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.nio.file.Path;
import org.cyclecounter.itest.selecting.FaultSelection;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The faults on other processors' Java, under qemu-user. */
class FaultMachines {

  @TempDir Path folder;

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({"arm64, jvm", "armhf, native"}) // each takes minutes
  void rejectsFaultsOnOtherProcessors(String arch, String isolation) throws Exception {
    Machines.assumeWanted(arch);
    FaultSelection.isHarmless(folder, arch, isolation, Path.of(Machines.java(arch, "bookworm")));
  }
}
