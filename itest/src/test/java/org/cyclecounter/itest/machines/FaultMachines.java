// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.itest.selecting.FaultSelection;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The faults on other processors' Java, under qemu-user. */
class FaultMachines {

  /** Each takes minutes: the others are run with -Dfaults=all. */
  private static final List<String> SAMPLE = List.of("arm64 jvm", "armhf native");

  @TempDir Path folder;

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({"arm64, native", "arm64, jvm", "armhf, native", "armhf, jvm"})
  void rejectsFaultsOnOtherProcessors(String arch, String isolation) throws Exception {
    assumeTrue(
        SAMPLE.contains(arch + " " + isolation) || System.getProperty("faults", "").equals("all"),
        "run with -Dfaults=all");
    Machines.assumeWanted(arch);
    FaultSelection.isHarmless(folder, arch, isolation, Path.of(Machines.java(arch, "bookworm")));
  }
}
