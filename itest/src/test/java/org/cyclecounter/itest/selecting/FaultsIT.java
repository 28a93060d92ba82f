// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The catalogue of faults beside the project's own counters. In a plain build the selector's own
 * tests have a fault of each kind.
 */
@Tag("gate")
class FaultsIT {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"class-path", "module-path", "felix"})
  void rejectsEachFaultForWhatItDoes(String place) throws Exception {
    FaultSelection.isHarmless(folder, place, "auto");
  }
}
