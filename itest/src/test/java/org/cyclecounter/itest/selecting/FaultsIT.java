// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.FaultRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The catalogue of faults beside the project's own counters. In a plain build the selector's own
 * tests have a fault of each kind.
 */
class FaultsIT {

  @TempDir Path folder;

  @Tag("gate")
  @ParameterizedTest
  @ValueSource(strings = {"class-path", "module-path", "felix"})
  void rejectsEachFaultForWhatItDoes(String place) throws Exception {
    FaultSelection.isHarmless(folder, place, "auto");
  }

  @Test
  void hasFaultForEachRejectionOfCounter() throws Exception {
    Set<String> codes = new HashSet<>();
    FaultRow.all(FaultSelection.CLASSES, "", "amd64").forEach(row -> codes.addAll(row.codes()));
    Set<Code> ofCounters = EnumSet.range(Code.NO_SOURCE, Code.NO_SCALING);
    ofCounters.addAll(EnumSet.range(Code.HANGS_NATIVELY, Code.BREAKS_CONVENTION));
    ofCounters.addAll(EnumSet.range(Code.ENDS_PROCESS, Code.LEAVES));

    assertThat(ofCounters).extracting(Code::name).isSubsetOf(codes);
  }
}
