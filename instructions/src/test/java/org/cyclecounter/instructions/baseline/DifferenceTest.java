// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.CallCount;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences of rows whose instructions are equal in most calls. */
class DifferenceTest {

  /** Other numbers than 40, how many calls have them, and in how long a row. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1409x32/128        | 1409x32/128          | 0   |
          1409x32/128        | 1409x30/128          | 0   |
          1409x32/128        | 1409x8/32            | 0   |
          1409x32/128        | 1409x29/128          | 0   | in 29 of 128 calls +1409, in 32 of 128 calls -1409
          1409x32/128        | 1410x32/128          | 0   | in 32 of 128 calls +1
          1409x32/128        | 1410x32/128          | 0.1 |
          1409x2/128         | ''                   | 0   | in 2 of 128 calls -1409
          ''                 | 1409x2/128           | 0   | in 2 of 128 calls +1409
          50x3/128 60x3/128  | 50x3/128 60x3/128    | 0   |
          50x3/128 60x3/128  | 50x3/128 70x3/128    | 0   | in 3 of 128 calls +10
          """)
  void findsAnotherNumberOfSomeCalls(String was, String is, double percent, String difference) {
    Optional<String> found =
        Difference.of(alternating(was), alternating(is), percent).map(of -> of.sentence("one"));
    String head = "one has 40 instructions, +0 to the baseline's 40: ";
    assertThat(found).isEqualTo(Optional.ofNullable(difference).map(head::concat));
  }

  private static BaselineRow alternating(String calls) {
    List<CallCount> counts =
        Pattern.compile("(\\d+)x(\\d+)/(\\d+)")
            .matcher(calls)
            .results()
            .map(
                of ->
                    new CallCount(
                        Long.parseLong(of.group(1)),
                        Integer.parseInt(of.group(2)),
                        Integer.parseInt(of.group(3))))
            .toList();
    LineCount line = new LineCount(new StackTraceElement("a.B", "call", "B.java", 3), 40);
    return BaselineRow.of(
        "one", new InstructionCount(40, 5, 5, "J", List.of(line), List.of(), counts, Double.NaN));
  }
}
