// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.nio.file.Path;
import org.cyclecounter.itest.faults.Faults;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A stranger's JAR whose every counter misbehaves, beside the project's own in one JVM: each fault
 * has its true reason, the JVM lives, and the selection is what it is without them; {@code
 * -Dtests=all} in Felix, too, {@code -Dfaults=all} for every isolation.
 */
@Execution(ExecutionMode.CONCURRENT)
class FaultsIT {

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("org.cyclecounter.itest.faults.Faults#runs")
  void noFaultHurtsTheJvmOrTheSelection(String place, String isolation) throws Exception {
    Faults.harmless(place, Path.of(System.getProperty("java.home"), "bin", "java"), isolation);
  }
}
