// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The catalogue of faults beside the project's own counters: {@code -Dfaults=all} for every
 * isolation. In a plain build the selector's own tests have a fault of each kind.
 */
@Tag("gate")
class FaultsIT {

  @TempDir Path folder;

  private static Stream<Arguments> runs() {
    boolean all = System.getProperty("faults", "").equals("all");
    List<String> isolations = all ? List.of("auto", "native", "jvm") : List.of("auto");
    return Stream.of("class-path", "module-path", "felix")
        .flatMap(place -> isolations.stream().map(name -> Arguments.of(place, name)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("runs")
  void rejectsEachFaultForWhatItDoes(String place, String isolation) throws Exception {
    FaultSelection.isHarmless(folder, place, isolation);
  }
}
