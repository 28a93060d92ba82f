// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Baselines of counts that are made up. Alone, because a system property is the whole JVM's. */
@Isolated
class BaselineTest {

  private static final String PROPERTY = "org.cyclecounter.baseline";

  @TempDir Path folder;
  private Baseline baseline;

  @BeforeEach
  void file() {
    baseline = Baseline.of(folder.resolve("counts.txt"));
  }

  @AfterEach
  void clear() {
    System.clearProperty(PROPERTY);
  }

  private static InstructionCount count(int agreeing, String conditions, LineCount... lines) {
    long sum = List.of(lines).stream().mapToLong(LineCount::instructions).sum();
    return new InstructionCount(sum, agreeing, 5, conditions, List.of(lines));
  }

  private static LineCount line(int number, long instructions) {
    return new LineCount(new StackTraceElement("a.B", "call", "B.java", number), instructions);
  }

  private static LineCount stub(String name, long instructions) {
    return new LineCount(new StackTraceElement("", name, null, -2), instructions);
  }

  private void write(String name, InstructionCount count) {
    System.setProperty(PROPERTY, "write");
    assertThat(baseline.compare(name, count)).isEmpty();
    System.clearProperty(PROPERTY);
  }

  @Test
  void writesSectionsByConditionsThenNames() throws Exception {
    write("two", count(5, "Java 17", line(3, 7)));
    write("one", count(5, "Java 25", line(3, 30)));
    write("one", count(5, "Java 17", line(3, 40), stub("copy", 2)));
    write("two", count(5, "Java 17", line(3, 8)));
    assertThat(Files.readAllLines(folder.resolve("counts.txt")).stream().skip(1))
        .containsExactly(
            "",
            "conditions: Java 17",
            "",
            "one",
            "      42 instructions",
            "      40  a.B.call(B.java:3)",
            "       2  copy",
            "",
            "two",
            "       8 instructions",
            "       8  a.B.call(B.java:3)",
            "",
            "conditions: Java 25",
            "",
            "one",
            "      30 instructions",
            "      30  a.B.call(B.java:3)");
  }

  @Test
  void findsNoDifferenceOfEqualCount() {
    write("one", count(5, "Java 17", line(3, 40)));
    assertThat(baseline.compare("one", count(4, "Java 17", line(3, 40)))).isEmpty();
  }

  private static LineCount line(int number, String code, long instructions) {
    StackTraceElement place = new StackTraceElement("a.B", "call", "B.java", number);
    return new LineCount(place, instructions, code);
  }

  @Test
  void namesAddedLineWhoseInstructionsBelongToItsNeighbours() {
    LineCount first = line(3, "00000a 000001", 40);
    write("one", new InstructionCount(40, 5, 5, "J", List.of(first)));
    InstructionCount now =
        new InstructionCount(
            50,
            5,
            5,
            "J",
            List.of(line(3, "00000a 000002", 50)),
            List.of(line(4, "00000b 000002", 0)),
            List.of(),
            Double.NaN);
    assertThat(baseline.compare("one", now))
        .hasValue(
            "one has 50 instructions, +10 to the baseline's 40: a.B.call(B.java:4) +0, added,"
                + " a.B.call(B.java:3) +10, in a changed method");
    write("one", now);
    assertThat(baseline.compare("one", count(5, "J", first)))
        .hasValue(
            "one has 40 instructions, -10 to the baseline's 50: a.B.call(B.java:4) +0, removed,"
                + " a.B.call(B.java:3) -10, in a changed method");
  }

  private static InstructionCount allocating(double bytes) {
    LineCount line = line(3, 40);
    return new InstructionCount(40, 5, 5, "J", List.of(line), List.of(), List.of(), bytes);
  }

  @Test
  void comparesBytesIfBothAreKnown() {
    write("one", allocating(4.25));
    assertThat(baseline.compare("one", allocating(4.25))).isEmpty();
    assertThat(baseline.compare("one", allocating(Double.NaN))).isEmpty();
    assertThat(baseline.tolerance(50).compare("one", allocating(6.375))).isEmpty();
    assertThat(baseline.compare("one", allocating(24)))
        .hasValue(
            "one has 40 instructions, +0 to the baseline's 40,"
                + " and allocates 24 bytes, +19.75 to its 4.25");
  }

  @Test
  void comparesWithOtherJavaOnlyIfStrict() {
    write("one", count(5, "Java 17", line(3, 40)));
    assertThat(baseline.compare("one", count(5, "Java 25", line(3, 50)))).isEmpty();
    System.setProperty(PROPERTY, "strict");
    assertThat(baseline.compare("one", count(5, "Java 25", line(3, 50))).orElseThrow())
        .endsWith(
            "counts.txt has no count of one with 'Java 25', only with 'Java 17': add what is missing"
                + " with -Dorg.cyclecounter.baseline=write.");
    assertThat(baseline.compare("one", count(5, "Java 17", line(3, 40)))).isEmpty();
  }

  @Test
  void comparesWithOneCountWhateverTheProperty() {
    System.setProperty(PROPERTY, "wirte");
    InstructionCount former = count(5, "J; 20000 warm-up runs", line(3, 40));
    Baseline one = Baseline.of(former);
    assertThat(one.compare("one", former)).isEmpty();
    assertThat(one.tolerance(25).compare("one", count(5, "K", line(3, 50)))).isEmpty();
    assertThat(one.compare("one", count(5, "J; 300 warm-up runs", line(3, 50))))
        .hasValue(
            "one has 50 instructions, +10 to the baseline's 40: a.B.call(B.java:3) +10;"
                + " counted with '300 warm-up runs', the baseline with '20000 warm-up runs'");
    InstructionCount unequal = count(2, "J", line(3, 40));
    assertThat(one.compare("one", unequal).orElseThrow()).startsWith("one is not repeatable");
    assertThat(Baseline.of(unequal).compare("one", former).orElseThrow())
        .startsWith("The baseline of one is not repeatable");
  }

  @Test
  void namesMissingFile() {
    System.setProperty(PROPERTY, "strict");
    assertThat(baseline.compare("one", count(5, "J", line(3, 40))))
        .hasValue(
            "There is no file "
                + folder.resolve("counts.txt")
                + " to compare one with: correct its path, or write it with"
                + " -Dorg.cyclecounter.baseline=write.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Strict", "wirte", "compare", " write"})
  void refusesPropertyWithAnotherValue(String value) {
    System.setProperty(PROPERTY, value);
    assertThatThrownBy(() -> baseline.compare("one", count(5, "J", line(3, 40))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "-Dorg.cyclecounter.baseline=%s is unknown: set write or strict, or leave it out to"
                + " compare.",
            value);
    assertThat(folder.resolve("counts.txt")).doesNotExist();
  }

  @Test
  void runsThatDisagreeAreNotRepeatableAndNotWritten() {
    System.setProperty(PROPERTY, "write");
    assertThat(baseline.compare("one", count(3, "J", line(3, 40))))
        .hasValue(
            "one is not repeatable in fresh JVMs: 3 of 5 runs have 40 instructions; the runs"
                + " differ in a.B.call(B.java:3) by 40");
    assertThat(folder.resolve("counts.txt")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "10, 11000, true", "10, 9000, true", "10, 11001, false", "10, 8999, false",
    "0, 10000, true", "0, 10001, false", "1, 10100, true", "1e300, 90000, true",
    "0.57, 10057, true", "0.57, 10058, false", // 0.57 * 10000 is less than 5700 in floating point
  })
  void toleratesDifferenceInEitherDirection(double percent, long now, boolean isEqual) {
    write("one", count(5, "J", line(3, 10_000)));
    assertThat(baseline.tolerance(percent).compare("one", count(5, "J", line(3, now))).isEmpty())
        .isEqualTo(isEqual);
  }

  @Test
  void keepsToleranceThatStandsInTheFile() throws Exception {
    Path file = folder.resolve("counts.txt");
    write("one", count(5, "J", line(3, 1000)));
    String text = Files.readString(file);
    Files.writeString(
        file, text.replace("1000 instructions", "1000 instructions, tolerance 2.5 %"));
    assertThat(baseline.compare("one", count(5, "J", line(3, 975)))).isEmpty();
    assertThat(baseline.tolerance(9).compare("one", count(5, "J", line(3, 974)))).isPresent();
    write("one", count(5, "J", line(3, 2000)));
    assertThat(file).content().contains("    2000 instructions, tolerance 2.5 %\n");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesToleranceThatIsNoPercentage(double percent) {
    assertThatThrownBy(() -> baseline.tolerance(percent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The tolerance must be 0 or more, not " + percent);
  }

  @Test
  void namesFailureToWrite() {
    System.setProperty(PROPERTY, "write");
    assertThatThrownBy(
            () ->
                Baseline.of(folder.resolve("none/counts.txt"))
                    .compare("one", count(5, "J", line(3, 40))))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("counts.txt cannot be used: NoSuchFileException: ");
  }
}
