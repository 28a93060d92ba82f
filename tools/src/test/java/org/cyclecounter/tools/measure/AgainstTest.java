// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
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

  private static MeasuredOperation operation(String counter, double... cycles) {
    return operation(Counted.TICKS, counter, cycles);
  }

  /** Measured by JVMs of which each has three runs of one cost. */
  private static MeasuredOperation operation(Counted counted, String counter, double... cycles) {
    List<List<Timing>> starts = new ArrayList<>();
    for (double each : cycles) {
      Timing run = new Timing(1, each / 1e9, each, true, true, "c", counter, counted, false, true);
      starts.add(Collections.nCopies(3, run));
    }
    return new MeasuredOperation("work", 0, starts, "", List.of());
  }

  private static String change(MeasuredOperation before, MeasuredOperation now) {
    Against against = new Against("file", Map.of("work", before), null);
    return against.table(List.of(now), null).get(2);
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

  /** All starts of the second measurement are a tenth slower, as a processor's clock makes them. */
  @ParameterizedTest
  @CsvSource({"TICKS, 3, same", "TICKS, 2, +10.0 %", "CORE_CYCLES, 3, +10.0 %"})
  void clockThatTheReferenceSharesIsNoDifference(Counted counted, int references, String text) {
    double[] clock = {1, 1.06, 0.99};
    List<MeasuredOperation> all = new ArrayList<>();
    for (double cost : new double[] {100, 4, 110, 4.4}) {
      double[] costs = Arrays.stream(clock).map(each -> cost * each).toArray();
      all.add(
          operation(counted, "tsc", Arrays.copyOf(costs, cost < 100 ? references : costs.length)));
    }
    Against against = new Against("file", Map.of("work", all.get(0)), all.get(1));
    List<String> table = against.table(List.of(all.get(2)), all.get(3));
    assertThat(table.get(2)).contains(text);
    assertThat(table.subList(3, table.size()))
        .isEqualTo(
            text.equals("same")
                ? List.of(
                    "Changes are relative to the processor's clock (multiplications): +10.0 %.")
                : List.of());
    assertThat(against.json(all.get(2), all.get(3)).get("clock") == null)
        .isEqualTo(!text.equals("same"));
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
    Timing run = new Timing(9, 2e-6, 3, true, true, "c", "tsc", Counted.TICKS, true, false);
    MeasuredOperation written =
        new MeasuredOperation(
            "work", 64, List.of(List.of(run, run)), "", List.of("\"Slow\" \\ \u0007."));
    Map<String, Object> document =
        Json.object(
            "results", List.of(MeasureJson.result(written)), "interrupted", false, "running", null);
    MeasureDocument read = MeasureDocument.read(Json.document("measure-1", document));
    assertThat(read.operations()).containsExactly(written);
    assertThat(read.running()).isEmpty();
  }
}
