// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.cyclecounter.instructions.count.Target;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts that are made up beside a baseline. Alone, because others set the system property. */
@Isolated
class BaselineOptionsTest {

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("counts.txt");
  }

  private BaselineOptions options(boolean isWriting, boolean isStrict) {
    BaselineOptions options = new BaselineOptions();
    options.file = file;
    options.isWriting = isWriting;
    options.isStrict = isStrict;
    options.check();
    return options;
  }

  private static CountedOperation compared(BaselineOptions options, String name, long count) {
    InstructionCount counted = new InstructionCount(count, 5, 5, "J", List.of());
    return options.compared(Target.ofName(name, ""), counted, null);
  }

  @Test
  void warnsOfFileThatIsNotThere() {
    BaselineOptions options = options(false, false);
    assertThat(compared(options, "a.B", 7).isRight()).isTrue();
    assertThat(options.warnings())
        .containsExactly(
            "There is no file "
                + file
                + " to compare a.B with: correct its path, or write it with --write.");
  }

  @Test
  void warnsOnceOfCountsThatTheFileLacksUnlessStrictly() {
    assertThat(compared(options(true, false), "x", 7).isRight()).isTrue();
    BaselineOptions options = options(false, false);
    for (String name : List.of("a.B", "x", "c", "d")) {
      assertThat(compared(options, name, 7).isRight()).isTrue();
    }
    assertThat(options.warnings())
        .containsExactly(
            file + " has no count of a.B and 2 more: add what is missing with --write.");
    BaselineOptions strict = options(false, true);
    CountedOperation lacking = compared(strict, "a.B", 7);
    assertThat(lacking.isRight()).isFalse();
    assertThat(lacking.problem())
        .isEqualTo("%s has no count of a.B: add what is missing with --write.", file);
    assertThat(strict.warnings()).isEmpty();
  }

  @Test
  void letsSmallerCountPassIfAllowed() {
    assertThat(compared(options(true, false), "a.B", 7).isRight()).isTrue();
    BaselineOptions options = options(false, true);
    options.isFewerAllowed = true;
    assertThat(compared(options, "a.B", 8).isRight()).isFalse();
    CountedOperation fewer = compared(options, "a.B", 5);
    assertThat(fewer.isRight()).isTrue();
    assertThat(fewer.was()).isEqualTo(7);
    assertThat(options.warnings())
        .containsExactly(
            "a.B has 5 instructions, 2 fewer than in the file: write that with --write.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          7 | 24   | 5 |   0 | false | true  |
          8 | 24   | 5 |   0 | false | false |
          8 | 24   | 5 |  15 | false | true  |
          7 | 25   | 5 |   0 | false | false |
          7 | 25   | 5 |   5 | false | true  |
          6 | 24   | 5 |   0 | false | false |
          6 | 24   | 5 |   0 | true  | true  | a.B has 6 instructions, 1 fewer than in the base.
          7 | 20.5 | 5 |   0 | true  | true  | a.B has 7 instructions, 0 fewer, and allocates 3.5 bytes less, than in the base.
          6 | 25   | 5 |   0 | true  | false |
          8 | 24   | 5 |   0 | true  | false |
          7 | 24   | 2 | 100 | true  | false |
          """)
  void comparesWithCountOfTheBase(
      long is,
      double bytes,
      int agreeing,
      double percent,
      boolean isFewerAllowed,
      boolean isRight,
      String note) {
    BaselineOptions options = new BaselineOptions();
    options.against = "base.jar";
    options.tolerance = percent;
    options.isFewerAllowed = isFewerAllowed;
    options.check();
    InstructionCount base = allocating(7, agreeing, "K", 24);
    CountedOperation compared =
        options.compared(Target.ofName("a.B", ""), allocating(is, 5, "J", bytes), base);
    assertThat(compared.isRight()).isEqualTo(isRight);
    assertThat(compared.was()).isEqualTo(agreeing < 5 ? null : 7L);
    assertThat(options.warnings()).isEqualTo(note == null ? List.of() : List.of(note));
    assertThat(options.source()).isEqualTo("base.jar");
    assertThat(file).doesNotExist();
  }

  /** Sums of the byte code of a line and its method; without numbers of lines it is line -1. */
  @ParameterizedTest
  @CsvSource({
    "3, 00000a 000001, 00000a 000001, false",
    "3, 00000a 000001, 00000b 000002, true",
    "3, 00000a 000001, 00000a 000002, true", // in another order
    "-1, 00000a 000001, 00000b 000002, false",
  })
  void saysThatCodeOfEqualCountChanged(int line, String was, String is, boolean isSaid) {
    BaselineOptions options = new BaselineOptions();
    options.against = "base.jar";
    Target target = Target.ofName("a", "");
    assertThat(options.compared(target, coded(4, is), coded(line, was)).isRight()).isTrue();
    String sentence = "a: equal, though the byte code of a.B.call(B.java:4) changed.";
    assertThat(options.warnings()).isEqualTo(isSaid ? List.of(sentence) : List.of());
  }

  private static InstructionCount coded(int line, String code) {
    StackTraceElement place = new StackTraceElement("a.B", "call", "B.java", line);
    return new InstructionCount(7, 5, 5, "J", List.of(new LineCount(place, 7, code)));
  }

  private static InstructionCount allocating(
      long count, int agreeing, String conditions, double bytes) {
    return new InstructionCount(
        count, agreeing, 5, conditions, List.of(), List.of(), List.of(), bytes);
  }

  @Test
  void leavesBytesOutIfAsked() {
    BaselineOptions options = options(true, false);
    options.isWithoutBytes = true;
    Target target = Target.ofName("a.B", "");
    assertThat(options.compared(target, allocating(7, 5, "J", 24), null).isRight()).isTrue();
    assertThat(file).content().doesNotContain("bytes");
  }

  @Test
  void comparesUnlessItWrites() {
    assertThat(compared(options(true, false), "a.B", 7).was()).isNull();
    CountedOperation red = compared(options(false, false), "a.B", 8);
    assertThat(red.isRight()).isFalse();
    assertThat(red.was()).isEqualTo(7);
    CountedOperation written = compared(options(true, false), "a.B", 8);
    assertThat(written.isRight()).isTrue();
    assertThat(written.was()).isEqualTo(7);
    assertThat(compared(options(false, true), "a.B", 8).isRight()).isTrue();
  }
}
