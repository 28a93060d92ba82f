// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CpuMigrationTest {

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

  @Test
  void theKernelsTextIsUnderstood() {
    assertThat(CpuMigration.migrations(SCHED)).isEqualTo(17);
    assertThat(CpuMigration.processor(STAT)).isEqualTo(3);
  }

  @Test
  void otherTextIsNotKnown() {
    for (String text : new String[] {"", "x", "1 (x) S", "se.nr_migrations : many\n", ")"}) {
      assertThat(CpuMigration.migrations(text)).isEqualTo(-1);
      assertThat(CpuMigration.processor(text)).isEqualTo(-1);
    }
  }

  @Test
  void aMoveIsTold() {
    assertThat(new CpuMigration(5, 0).movedSince(new CpuMigration(5, 0))).isEmpty();
    assertThat(new CpuMigration(6, 0).movedSince(new CpuMigration(5, 0))).contains("once");
    assertThat(new CpuMigration(9, 1).movedSince(new CpuMigration(5, 0))).contains("4 times");
    assertThat(new CpuMigration(-1, 1).movedSince(new CpuMigration(-1, 0)))
        .contains("from processor 0 to 1");
    assertThat(new CpuMigration(-1, 1).movedSince(new CpuMigration(-1, 1))).isEmpty();
    assertThat(new CpuMigration(-1, -1).movedSince(new CpuMigration(-1, -1))).isEmpty();
  }

  @Test
  void thisThreadIsSomewhere() {
    assumeTrue(Files.exists(Path.of("/proc/thread-self/stat")), "there is no /proc/thread-self");
    assertThat(CpuMigration.now().processor()).isNotNegative();
  }
}
