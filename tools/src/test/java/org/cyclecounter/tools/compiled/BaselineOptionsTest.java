// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.count.Target;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

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
    return options.compared(Target.ofClass(name, ""), counted);
  }

  @Test
  void warnsOfFileThatIsNotThere() {
    BaselineOptions options = options(false, false);
    assertThat(compared(options, "a.B", 7).isRight()).isTrue();
    assertThat(options.warning())
        .isEqualTo(
            "There is no file %s to compare a.B with: correct its path, or write it with --write.",
            file);
  }

  @Test
  void warnsOnceOfCountsThatTheFileLacksUnlessStrictly() {
    assertThat(compared(options(true, false), "x", 7).isRight()).isTrue();
    BaselineOptions options = options(false, false);
    for (String name : List.of("a.B", "x", "c", "d")) {
      assertThat(compared(options, name, 7).isRight()).isTrue();
    }
    assertThat(options.warning())
        .isEqualTo(
            "%s has no count of a.B and 2 more with these conditions: add what is missing with"
                + " --write.",
            file);
    BaselineOptions strict = options(false, true);
    CountedOperation lacking = compared(strict, "a.B", 7);
    assertThat(lacking.isRight()).isFalse();
    assertThat(lacking.problem())
        .isEqualTo(
            "%s has no count of a.B with these conditions: add what is missing with --write.",
            file);
    assertThat(strict.warning()).isEmpty();
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
