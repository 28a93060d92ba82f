// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.nio.file.Path;
import org.cyclecounter.itest.faults.Faults;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A stranger's JAR whose every counter misbehaves, beside the project's own in one JVM: each fault
 * has its true reason, and the JVM lives; {@code -Dfaults=all} for every isolation. In a plain
 * build the selector's own tests have a fault of each kind.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class FaultsIT {

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("org.cyclecounter.itest.faults.Faults#runs")
  void noFaultHurtsTheJvmOrTheSelection(String place, String isolation) throws Exception {
    Faults.harmless(place, Path.of(System.getProperty("java.home"), "bin", "java"), isolation);
  }
}
