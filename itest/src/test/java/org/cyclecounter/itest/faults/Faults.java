// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What must hold wherever the faults are. */
public final class Faults {

  private Faults() {}

  /**
   * Where and how.
   *
   * @return places and isolations; with {@code -Dfaults=all} every isolation
   */
  public static Stream<Arguments> runs() {
    List<String> isolations = FaultRun.ALL ? List.of("auto", "native", "jvm") : List.of("auto");
    return Stream.of("class-path", "felix")
        .flatMap(place -> isolations.stream().map(name -> Arguments.of(place, name)));
  }

  /**
   * Every fault has its true reason, and the JVM lives. No row of faults.tsv but one allows that a
   * fault is selected.
   *
   * @param place as in {@link Environment}
   * @param java the program
   * @param isolation {@code auto}, {@code native} or {@code jvm}
   */
  public static void harmless(String place, Path java, String isolation) throws Exception {
    Environment environment = new Environment(place, java);
    FaultRun run = FaultRun.of(environment, isolation, 1);
    List<Expected> late = late(run, environment, isolation);
    if (!late.isEmpty()) {
      System.out.println(late + " ran out of time; once more with ten times as much");
      run = FaultRun.of(environment, isolation, 10);
    }
    List<String> wrong = new ArrayList<>();
    for (Expected fault : Expected.all()) {
      if (fault.isThere(environment) && !fault.isAsExpected(run, isolation)) {
        wrong.add(fault.name() + " -> " + fault.said(run));
      }
    }
    assertThat(run.end()).isEqualTo(FaultRun.LIVED);
    assertThat(wrong).as("not as faults.tsv has it").isEmpty();
    if (!environment.isEmulated()) { // under qemu-user no child can be kept from mlockall(2)
      assertThat(run.lockedKb()).as("fault-locks-memory").isZero();
    }
  }

  private static List<Expected> late(FaultRun run, Environment environment, String isolation)
      throws IOException {
    return Expected.all().stream()
        .filter(fault -> fault.isThere(environment) && fault.ranOutOfTime(run, isolation))
        .toList();
  }
}
