// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.CallCount;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.junit.jupiter.api.Test;
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
                        Integer.parseInt(of.group(3)),
                        List.of()))
            .toList();
    return row(counts, line(3, 40, ""));
  }

  private static BaselineRow row(List<CallCount> calls, LineCount... lines) {
    return BaselineRow.of(
        "one", new InstructionCount(40, 5, 5, "J", List.of(lines), List.of(), calls, Double.NaN));
  }

  private static LineCount line(int number, long instructions, String code) {
    StackTraceElement place = new StackTraceElement("a.B", "call", "B.java", number);
    return new LineCount(place, instructions, code);
  }

  /** The flush in line 5 gets line 6. */
  @Test
  void namesLinesOfSomeCallsBehindTheirNumber() {
    LineCount call = line(3, 40, "a 1");
    BaselineRow unknown = row(List.of(new CallCount(100, 32, 128, List.of())), call);
    BaselineRow was = row(List.of(new CallCount(100, 32, 128, List.of(line(5, 60, "b 1")))), call);
    List<LineCount> dear = List.of(line(5, 70, "b 2"), line(6, 90, "c 2"));
    CallCount often = new CallCount(200, 32, 128, dear);
    BaselineRow is = row(List.of(often, new CallCount(190, 4, 128, dear)), call);
    String lines = " a.B.call(B.java:6) +90, added, a.B.call(B.java:5) +10, in a changed method,";
    assertThat(changes(was, is))
        .isEqualTo("in 32 of 128 calls +100," + lines + " in 4 of 128 calls +190");
    assertThat(changes(unknown, row(List.of(often), call))).isEqualTo("in 32 of 128 calls +100");
    assertThat(changes(is, row(List.of(), call)))
        .startsWith("in 32 of 128 calls -200, a.B.call(B.java:6) -90, removed,");
  }

  private static String changes(BaselineRow was, BaselineRow is) {
    return Difference.of(was, is, 0).orElseThrow().sentence("one").replaceFirst(".*?: ", "");
  }
}
