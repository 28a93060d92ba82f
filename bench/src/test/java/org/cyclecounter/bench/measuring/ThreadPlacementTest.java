// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ThreadPlacementTest {

  /** The beginning of the file on Linux 6.18. */
  private static final String SCHED =
      """
      cat (21927, #threads: 1)
      -------------------------------------------------------------------
      se.exec_start                                :        760877.403263
      se.vruntime                                  :           214.400161
      se.sum_exec_runtime                          :             0.273194
      se.nr_migrations                             :                   17
      nr_switches                                  :                    2
      """;

  /** Of a thread on processor 3, with a name that does its worst. */
  private static final String STAT =
      "21927 (a) b (c ) S 1 2 3 4 -1 4194304 100 0 0 0 1 2 0 0 20 0 1 0 76087 1 2"
          + " 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 3 0 0 0 0 0\n";

  private static ThreadPlacement at(long migrations, int processor) {
    return new ThreadPlacement(migrations, processor);
  }

  @Test
  void understandsTextOfKernel() {
    assertThat(ThreadPlacement.of(SCHED, STAT)).isEqualTo(at(17, 3));
    assertThat(ThreadPlacement.of("", STAT)).isEqualTo(at(-1, 3));
  }

  @Test
  void knowsNothingOfOtherText() {
    for (String text : new String[] {"", "x", "1 (x) S", "se.nr_migrations : many\n", ")"}) {
      assertThat(ThreadPlacement.of(text, text)).isEqualTo(at(-1, -1));
    }
  }

  @Test
  void countsMovesAsKernelOrOneForAnotherProcessor() {
    assertThat(at(5, 0).movesSince(at(5, 0))).isZero();
    assertThat(at(9, 1).movesSince(at(5, 0))).isEqualTo(4);
    assertThat(at(9, 0).movesSince(at(5, 0))).isEqualTo(4);
    assertThat(at(-1, 1).movesSince(at(-1, 0))).isEqualTo(1);
    assertThat(at(-1, 1).movesSince(at(-1, 1))).isZero();
    assertThat(at(-1, -1).movesSince(at(-1, -1))).isEqualTo(-1);
  }

  @Test
  void findsProcessorOfThread() {
    assumeTrue(Files.exists(Path.of("/proc/thread-self/stat")), "there is no /proc/thread-self");
    assertThat(ThreadPlacement.now().processor()).isNotNegative();
  }
}
