// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace;

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
  void whatIsWrittenIsOneLineForEachCount() throws Exception {
    write("one", count(5, "Java 17", line(3, 40), stub("copy", 2)));
    write("two", count(5, "Java 17", line(3, 7)));
    write("one", count(5, "Java 25", line(3, 30)));
    write("two", count(5, "Java 17", line(3, 8)));
    assertThat(Files.readAllLines(folder.resolve("counts.txt")).stream().skip(1))
        .containsExactly(
            "one\t42\tJava 17\ta.B.call(B.java:3)=40\tcopy=2",
            "one\t30\tJava 25\ta.B.call(B.java:3)=30",
            "two\t8\tJava 17\ta.B.call(B.java:3)=8");
  }

  @Test
  void anEqualCountIsNoDifference() {
    write("one", count(5, "Java 17", line(3, 40)));
    assertThat(baseline.compare("one", count(4, "Java 17", line(3, 40)))).isEmpty();
  }

  @Test
  void aDifferenceNamesTheLinesThatChangedMost() {
    write("one", count(5, "J", line(3, 40), line(4, 100), line(9, 5), stub("copy", 2)));
    assertThat(
            baseline.compare(
                "one", count(5, "J", line(3, 41), line(4, 1100), line(10, 5), stub("fill", 2))))
        .hasValue(
            "one has 1148 instructions, +1001 to the baseline's 147: a.B.call(B.java:4) +1000,"
                + " copy -2, fill +2, a.B.call(B.java:3) +1");
  }

  @Test
  void anotherJavaIsNotComparedUnlessStrictly() {
    write("one", count(5, "Java 17", line(3, 40)));
    assertThat(baseline.compare("one", count(5, "Java 25", line(3, 50)))).isEmpty();
    System.setProperty(PROPERTY, "strict");
    assertThat(baseline.compare("one", count(5, "Java 25", line(3, 50))).orElseThrow())
        .endsWith("has no count of one to compare with for Java 25");
    assertThat(baseline.compare("one", count(5, "Java 17", line(3, 40)))).isEmpty();
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

  @Test
  void aFileThatIsNoBaselineIsRefused() throws Exception {
    Files.writeString(folder.resolve("counts.txt"), "# comment\n\nnone\n");
    assertThatThrownBy(() -> baseline.compare("one", count(5, "J", line(3, 40))))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageEndingWith(
            "counts.txt cannot be used: IOException: This line has no count: none");
  }

  @Test
  void aFailureToWriteIsNamed() {
    System.setProperty(PROPERTY, "write");
    assertThatThrownBy(
            () ->
                Baseline.of(folder.resolve("none/counts.txt"))
                    .compare("one", count(5, "J", line(3, 40))))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("counts.txt cannot be used: NoSuchFileException: ");
  }
}
