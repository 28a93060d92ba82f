// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cyclecounter.instructions.CallCount;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.cyclecounter.instructions.stepping.RunTable;
import org.cyclecounter.instructions.stepping.SteppedJvm;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that are the same in every JVM, and the commonest of runs. */
class RunsTest {

  @ParameterizedTest
  @CsvSource({
    "Ljava/util/HashMap;, java.util.HashMap",
    "La/Count$$Lambda$14.0x0000000800c01200;, a.Count$$Lambda",
    "La/Count$$Lambda.0x0000000800c01200;, a.Count$$Lambda",
    "Ljava/lang/invoke/LambdaForm$MH.0x00007f0012345678;, java.lang.invoke.LambdaForm$MH",
    "'', ''",
  })
  void namesHaveNoAddresses(String signature, String name) {
    assertThat(RunTable.normalized(signature + "\tm\tF.java\t1"))
        .isEqualTo(name + "\tm\tF.java\t1");
  }

  @Test
  void namesLibraryByItsFile() {
    assertThat(RunTable.normalized("\t/lib/libc.so\t/lib/libc.so\t-2"))
        .isEqualTo("\tlibc.so\tlibc.so\t-2");
    assertThat(RunTable.normalized("\tmemcpy\t/lib/libc.so\t-2"))
        .isEqualTo("\tmemcpy\tlibc.so\t-2");
  }

  @Test
  void takesFirstOfCommonestRuns() {
    assertThat(RunTable.commonest(List.of(5, 7, 7, 5, 7, 9), Integer::longValue)).isEqualTo(7);
    assertThat(RunTable.commonest(List.of(5, 7), Integer::longValue)).isEqualTo(5);
  }

  /** Runs of a JVM with this count in line 1 and 10 in line 2, the last ones with one more. */
  private static void add(Runs runs, long count, int disturbed) {
    List<Long> numbers = new ArrayList<>(Collections.nCopies(5, count));
    Collections.fill(numbers.subList(5 - disturbed, 5), count + 1);
    runs.add(
        List.of(line(1, numbers), line(2, Collections.nCopies(5, 10L))), 5, new TreeMap<>(), count);
  }

  @Test
  void takesBytesInWhichJvmsAgree() {
    Runs runs = new Runs();
    add(runs, 24, 0);
    add(runs, 24, 0);
    assertThat(runs.count("none").bytes()).isEqualTo(24);
    add(runs, 25, 0);
    assertThat(runs.count("none").bytes()).isNaN();
  }

  /** Digits are the counts of calls, 0 unknown; the first call of a row is another number. */
  @ParameterizedTest
  @CsvSource({
    "4444 4444, 4444 4444, 0:4x8/8",
    "4449 4449, 4449 4449, 0:4x6/8 9x2/8",
    "4449 4449 4449, 4049 4449 4440, 0:4x9/12 9x3/12", // unknown to one JVM
    "4449 4449 4449, 4449 4449 4444, 0:4x9/12 9x2/12", // one of three
    "4449 4449 4447, 4449 4449 4449, 0:4x9/12 9x2/12", // one that is no number of others
    "4449 4444, 4449 4444, 0:4x7/8", // once
    "4444 4995, 4444 4995, 0:4x5/8", // and never before
    "4494 4494, 4449 4449, 0:", // in other calls
    "4494 4494, 4449 4449, 1:4x5/7 9x2/7", // by another attempt before
    "4444 4444, 5555 5555, 0:",
    "9944, 4499, 0:",
    "4499, '', 0:",
  })
  void agreesOnNumbersOfTheSameCalls(String one, String other, String expected) {
    CallRows rows = new CallRows();
    rows.add(row(Integer.parseInt(expected.substring(0, 1)), one));
    rows.add(row(0, other));
    String agreed =
        rows.agreed().stream()
            .map(of -> of.instructions() + "x" + of.calls() + "/" + of.row())
            .collect(Collectors.joining(" "));
    assertThat(agreed).isEqualTo(expected.substring(2));
  }

  private static SortedMap<Integer, Long> row(int first, String digits) {
    SortedMap<Integer, Long> row = new TreeMap<>();
    digits.replace(" ", "").chars().forEach(of -> row.put(first + row.size(), of - (long) '0'));
    return row;
  }

  /** JVMs whose runs have such counts, in a row of as many calls; 3 of each in line 2. */
  private static InstructionCount alternating(long... counts) {
    Runs runs = new Runs();
    for (int jvm = 0; jvm < 2; jvm++) {
      List<Long> numbers = new ArrayList<>();
      SortedMap<Integer, Long> row = new TreeMap<>();
      for (int i = 0; i < 20; i++) {
        row.put(i, counts[i % counts.length]);
        numbers.add(counts[i % counts.length] - 3);
      }
      SteppedJvm.Line other = line(2, Collections.nCopies(20, 3L));
      runs.add(List.of(line(1, numbers), other), 5, row, Double.NaN);
    }
    return runs.count("none");
  }

  @Test
  void countIsRepeatableIfJvmsAgreeInWhichCallsItDiffers() {
    InstructionCount count = alternating(22, 22, 1409, 22);
    assertThat(count.instructions()).isEqualTo(22);
    assertThat(count.agreeing()).isEqualTo(count.runs()).isEqualTo(10);
    LineCount line = new LineCount(new StackTraceElement("A", "b", "A.java", 1), 1406);
    assertThat(count.calls()).containsExactly(new CallCount(1409, 5, 20, List.of(line)));
    assertThat(SteppingSentences.ofSomeCalls("a", count))
        .isEqualTo("a call of a has 22, but 1409 in 5 of 20 calls");
    assertThat(alternating(50, 40).instructions()).isEqualTo(40); // as often: the smaller one
    assertThat(alternating(50, 40).isRepeatable()).isTrue();
    assertThat(alternating(50).calls()).isEmpty();
  }

  private static SteppedJvm.Line line(int number, List<Long> numbers) {
    return new SteppedJvm.Line(new StackTraceElement("A", "b", "A.java", number), numbers, "");
  }

  private static InstructionCount count(int disturbed, long... counts) {
    Runs runs = new Runs();
    for (long count : counts) {
      add(runs, count, disturbed);
    }
    return runs.count("none");
  }

  @Test
  void countsOfAllJvmsHaveToAgree() {
    InstructionCount oneDiffers = count(0, 30, 30, 37);
    assertThat(oneDiffers.isRepeatable()).isFalse();
    assertThat(oneDiffers.agreeing()).isEqualTo(10);
    assertThat(oneDiffers.runs()).isEqualTo(15);
    assertThat(oneDiffers.lines())
        .containsExactly(new LineCount(new StackTraceElement("A", "b", "A.java", 1), 7));
    assertThat(count(1, 30, 30).isRepeatable()).isTrue();
    assertThat(count(2, 30, 30).isRepeatable()).isFalse();
    assertThat(count(2, 30).isRepeatable()).isFalse();
    assertThat(count(1, 30).instructions()).isEqualTo(40);
    assertThat(count(0, 3, 3).lines()).extracting(LineCount::instructions).containsExactly(10L, 3L);
  }
}
