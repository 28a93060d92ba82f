// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The arguments that goals give to the command line, whose own tests hold what they do. */
class GoalsTest {

  private static <M extends InstructionsMojo> M goal(M mojo) {
    mojo.jar = new File("b.jar");
    mojo.benchmarks = List.of("A", "-B");
    return mojo;
  }

  @Test
  void checkTakesCountThatFileLacksForDifference() {
    CheckMojo check = goal(new CheckMojo());
    check.baseline = new File("i.txt");
    assertThat(check.arguments())
        .containsExactly(
            "instructions", "--jmh=b.jar", "--baseline=i.txt", "--strict", "--", "A", "-B");
  }

  @Test
  void writeReplacesCounts() {
    WriteMojo write = goal(new WriteMojo());
    write.baseline = new File("i.txt");
    write.portable = true;
    assertThat(write.arguments())
        .containsSubsequence("--portable", "--baseline=i.txt", "--write", "--");
  }

  @Test
  void againstTakesEachOption() {
    AgainstMojo against = goal(new AgainstMojo());
    against.against = new File("base.jar");
    against.exclude = "C";
    against.jvms = 3;
    against.limit = 9;
    against.warmUp = 100;
    against.tolerance = 0.5;
    against.allowFewer = true;
    against.summary = new File("s.md");
    assertThat(String.join(" ", against.arguments()))
        .isEqualTo(
            "instructions --jmh=b.jar --exclude=C --jvms=3 --limit=9 --warm-up=100"
                + " --against=base.jar --tolerance=0.5 --allow-fewer --summary=s.md -- A -B");
  }
}
