// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.CallCount;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences of rows, without a file. */
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
    long sum = Arrays.stream(lines).mapToLong(LineCount::instructions).sum();
    return BaselineRow.of(
        "one", new InstructionCount(sum, 5, 5, "J", List.of(lines), List.of(), calls, Double.NaN));
  }

  private static BaselineRow row(LineCount... lines) {
    return row(List.of(), lines);
  }

  private static LineCount line(int number, long instructions, String code) {
    return line("a.B", "call", number, instructions, code);
  }

  private static LineCount line(
      String type, String method, int number, long instructions, String code) {
    StackTraceElement place = new StackTraceElement(type, method, "B.java", number);
    return new LineCount(place, instructions, code);
  }

  /** In a class that was made at run time and has no numbers of lines. */
  private static LineCount generated(String type, long instructions, String code) {
    return new LineCount(new StackTraceElement(type, "call", null, -1), instructions, code);
  }

  private static LineCount stub(long instructions) {
    return new LineCount(new StackTraceElement("", "copy", null, -2), instructions);
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

  @Test
  void namesLineWithOtherByteCodeFirst() {
    BaselineRow was =
        row(
            line(3, 40, "a 1"),
            line(4, 100, "b 1"),
            line(5, 5, "c 1"),
            line(9, 7, "a 1"),
            generated("Call$1", 12, "e 3"),
            stub(2));
    BaselineRow is =
        row(
            line(13, 40, "a 2"), // only moved
            line(14, 1100, "b 2"),
            line(15, 6, "d 2"), // changed in its place
            line(16, 9, "e 2"), // added
            line(19, 7, "a 2"),
            generated("Call$2", 60, "f 4"),
            stub(5000));
    assertThat(changes(was, is))
        .isEqualTo(
            "a.B.call(B.java:16) +9, added, a.B.call(B.java:15) (was 5) +1,"
                + " Call$2.call(Unknown Source) +48,"
                + " a.B.call(B.java:14) (was 4) +1000, in a changed method,"
                + " copy +4998");
    assertThat(changes(was, row(line(4, 100, "b 1"))))
        .contains("a.B.call(B.java:3) -40, removed", "a.B.call(B.java:9) -7, removed");
  }

  @Test
  void knowsLambdasAndAnonymousClassesWithOtherNumbers() {
    BaselineRow was = row(line("a.B$1", "lambda$call$0", 3, 40, "a 1"));
    LineCount moved = line("a.B$1", "lambda$call$1", 3, 40, "a 1");
    assertThat(changes(was, row(moved, line(9, 2, "f 2"))))
        .isEqualTo("a.B.call(B.java:9) +2, added");
    assertThat(changes(was, row(line("a.B$2", "call$lambda$7", 8, 41, "a 1"))))
        .isEqualTo(
            "a.B$2.call$lambda$7(B.java:8) (was 3) +1,"
                + " unchanged code, compiled otherwise (inlining)");
  }

  private static String changes(BaselineRow was, BaselineRow is) {
    return Difference.of(was, is, 0).orElseThrow().sentence("one").replaceFirst(".*?: ", "");
  }
}
