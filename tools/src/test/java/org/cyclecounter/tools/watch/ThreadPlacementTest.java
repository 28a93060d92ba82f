// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadPlacementTest {

  private static final String STAT =
      "4711 (a name) of) S 1 4711 4711 0 -1 4194304 90 0 0 0 0 0 0 0 20 0 1 0 5 8192 200"
          + " 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 %d 0 0 0 0 0 0 0 0 0 0 0 0 0";

  private static String sched(long migrations) {
    return "java (4711, #threads: 1)\n---------\n"
        + "se.sum_exec_runtime                          :             1.057142\n"
        + "se.nr_migrations                             :          "
        + migrations
        + "\nnr_switches                                  :                    1\n";
  }

  private static String stat(int processor) {
    return String.format(STAT, processor);
  }

  @Test
  void migrationsAreThoseThatTheKernelCounted() {
    ThreadPlacement before = ThreadPlacement.of(sched(3), stat(0));
    assertThat(before).isEqualTo(new ThreadPlacement(3, 0));
    assertThat(ThreadPlacement.of(sched(5), stat(0)).movesSince(before)).isEqualTo(2);
  }

  @Test
  void withoutItsCountAnotherProcessorIsOneMove() {
    ThreadPlacement before = ThreadPlacement.of("", stat(0));
    assertThat(before).isEqualTo(new ThreadPlacement(-1, 0));
    assertThat(ThreadPlacement.of("", stat(1)).movesSince(before)).isEqualTo(1);
    assertThat(ThreadPlacement.of("", stat(0)).movesSince(before)).isZero();
  }

  @Test
  void whereNothingIsToldNothingIsKnown() {
    ThreadPlacement nowhere = ThreadPlacement.of("", "");
    assertThat(nowhere.movesSince(nowhere)).isEqualTo(-1);
    assertThat(ThreadPlacement.of("se.nr_migrations", "1 (x) R 0")).isEqualTo(nowhere);
  }
}
