// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.cyclecounter.Counted;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.diagnostics.output.Json;
import org.cyclecounter.diagnostics.page.MeasuredOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operation's cost beside that of an earlier measurement. */
class AgainstTest {

  /** Measured by JVMs of which each has three runs of one cost. */
  private static MeasuredOperation operation(String counter, double... cycles) {
    List<List<Timing>> starts = new ArrayList<>();
    for (double each : cycles) {
      Timing run = new Timing(1, each / 1e9, each, true, true, "c", counter, Counted.TICKS, false);
      starts.add(Collections.nCopies(3, run));
    }
    return new MeasuredOperation("work", 0, starts, "", List.of());
  }

  private static String change(MeasuredOperation before, MeasuredOperation now) {
    Against against = new Against("file", Map.of("work", before));
    return against.table(List.of(now)).get(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100 | 102 | 100.00 102.00 cycles +same",
        "100 | 106 | 100.00 106.00 cycles +\\+6\\.0 % \\(\\+3\\.1 to \\+8\\.9 %\\)",
        "100 | 90 | 100.00 +90.00 cycles +-10\\.0 % .*"
      })
  void tellsCostsApartBeyondBothIntervals(double was, double is, String text) {
    MeasuredOperation before = operation("tsc", was, was, was);
    assertThat(change(before, operation("tsc", is, is, is))).matches("work +" + text);
  }

  @Test
  void startsThatDifferHideADifference() {
    assertThat(change(operation("tsc", 100, 90, 110), operation("tsc", 106, 106, 106)))
        .endsWith("same");
  }

  @Test
  void cyclesOfTwoCountersAreNotCompared() {
    assertThat(change(operation("tsc", 1, 1), operation("pmc", 5, 5))).contains(" ns ", "+400.0 %");
  }

  @Test
  void documentIsReadAsItWasWritten() {
    MeasuredOperation written =
        new MeasuredOperation(
            "work", 64, operation("tsc", 3, 4).starts(), "", List.of("\"Slow\" \\ \u0007."));
    Map<String, Object> document =
        Json.object(
            "results", List.of(MeasureJson.result(written)), "interrupted", false, "running", null);
    MeasureDocument read = MeasureDocument.read(Json.document("measure-1", document));
    assertThat(read.operations()).containsExactly(written);
    assertThat(read.running()).isEmpty();
  }
}
