// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cyclecounter.selector.isolation.SharedChildTest.Served;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 2 s of processor time and 20 s of wall time, four limits of a step. */
class BudgetTest {

  private static Served serve(String scripts) throws Exception {
    Budget budget = new Budget(Duration.ofSeconds(2), Duration.ofSeconds(20));
    return new Served(budget, scripts).serve();
  }

  static String counters(int count, String script) {
    return IntStream.range(0, count)
        .mapToObj(i -> (char) ('a' + i) + ": " + script)
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          # The start, 100 ms, does not count; a fourth of 2 s does.
          a: busy=490 PASSED, b: PASSED, c: PASSED, d: PASSED; PASSED PASSED PASSED PASSED
          a: busy=530 PASSED, b: PASSED, c: PASSED, d: PASSED; BUDGET_SHARE PASSED PASSED PASSED
          # The limit of a step comes first, where few are there; a share then.
          a: read, b: read, c: PASSED                        ; HANGS HANGS PASSED
          a: read, b: read, c: read, d: read, e: PASSED      ; BUDGET_SHARE BUDGET_SHARE BUDGET_SHARE BUDGET_SHARE PASSED
          # Listing counts twice.
          P: read, Q: read, R: counter list, a: PASSED       ; BUDGET_SHARE BUDGET_SHARE PASSED PASSED
          # Being rehearsed again counts, with the start of a child.
          a: busy=500 PASSED, b: busy=500 dies=1             ; BUDGET_SHARE BUDGET_SHARE
          a: busy=400 PASSED, b: busy=400 dies=1             ; PASSED ENDS_PROCESS
          """)
  void givesEachTaskAShareOfTheRest(String scripts, String outcomes) throws Exception {
    assertThat(serve(scripts).outcomes()).isEqualTo(outcomes);
  }

  @Test
  void givesEachTaskAQuarterOfASecond() throws Exception {
    Served served = serve(counters(12, "busy=240 PASSED"));
    assertThat(served.outcomes()).isEqualTo("PASSED ".repeat(9) + "BUDGET BUDGET BUDGET");
    assertThat(served.children.sent).hasToString("a b c d e f g h i END");
    assertThat(served.sentence("l")).contains("2 s", "-Dorg.cyclecounter.thirdparty.seconds");
  }

  @Test
  void givesEachTaskHalfOfALimit() throws Exception {
    Served served = serve(counters(10, "wait=2400 FAILED"));
    assertThat(served.outcomes()).isEqualTo("SAID ".repeat(9).strip() + " BUDGET");
  }
}
