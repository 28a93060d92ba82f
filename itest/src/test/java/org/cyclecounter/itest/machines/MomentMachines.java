// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cyclecounter.itest.machines.Selection.Way;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The kernel withdraws its permission for the best counter at any moment of a selection, in a guest
 * under qemu-system: the selection is right, and that counter is rejected for this reason.
 *
 * <p>Four moments are probed, or the number in {@code -Dguest.moments=20}, evenly spread over the
 * time that the last selection took; CpuCycles and CycleCounterSelector select in turns.
 */
@Isolated
class MomentMachines {

  private static final int MOMENTS = Integer.getInteger("guest.moments", 4);
  private static final String COUNTER = "arm64-perfpmc";

  /** A JVM of the guest's takes about 15 s, on a busy machine some times that. */
  private static final int SECONDS = 300 + 2 * 60 * MOMENTS;

  @TempDir static Path folder;

  @TestFactory
  Stream<DynamicTest> selectionIsRight() throws Exception {
    Machines.assumeWanted("guest-moments");
    List<String> console =
        Guests.boot(
            "arm64",
            folder,
            "counter=" + COUNTER + "\nmoments=" + MOMENTS + "\n",
            "guest-moments",
            SECONDS);
    assertThat(console).noneMatch(line -> line.contains("Exception"));
    Answers answers = Answers.of(console);
    Stream<DynamicTest> leftAlone =
        Stream.of(Way.values()).map(way -> leftAlone(answers.under("1", way + " 0"), way));
    Stream<DynamicTest> withdrawn =
        IntStream.rangeClosed(1, MOMENTS)
            .mapToObj(
                moment -> {
                  Way way = moment % 2 == 0 ? Way.SELECT : Way.CPU_CYCLES;
                  return withdrawn(answers.under("1", way + " " + moment), way, moment);
                });
    return Stream.concat(leftAlone, withdrawn);
  }

  private static DynamicTest leftAlone(Answers answers, Way way) {
    return DynamicTest.dynamicTest(
        way + ", left alone",
        () -> {
          show(way, 0, answers);
          isRight(answers);
          assertThat(answers.all("now").get(0).get(0)).as("is allowed").isEqualTo("true");
          assertThat(answers.all("report").get(0).get(0)).isNotEqualTo("REJECTED");
        });
  }

  private static DynamicTest withdrawn(Answers answers, Way way, int moment) {
    return DynamicTest.dynamicTest(
        way + ", moment " + moment + " of " + MOMENTS,
        () -> {
          show(way, moment, answers);
          isRight(answers);
          assertThat(answers.all("allowed").get(0).get(0)).as("before").isEqualTo("true");
          List<String> now = answers.all("now").get(0);
          assertThat(now.get(0)).as("is allowed").isEqualTo("false");
          assertThat(now.get(1)).isNotEqualTo(COUNTER).isNotEqualTo("default-zero");
          List<String> report = answers.all("report").get(0);
          // On a busy machine the next one may have been more precise before: nothing is lost then.
          if (answers.selected().equals(COUNTER) || !report.get(0).equals("USABLE")) {
            assertThat(report.get(0)).isEqualTo("REJECTED");
            assertThat(report.get(1)).contains("kernel.perf_user_access");
          }
        });
  }

  private static void isRight(Answers answers) {
    assertThat(answers.all("status")).as(answers.toString()).containsExactly(List.of("0"));
    assertThat(answers.all("end")).as(answers.toString()).hasSize(1);
    assertThat(answers.all("late")).as("steps that timed out").isEmpty();
    List<String> rise = answers.all("rise").get(0);
    assertThat(Long.parseLong(rise.get(0))).isPositive();
    assertThat(Long.parseLong(rise.get(1))).isPositive();
    assertThat(rise.get(2)).as("decreases").isEqualTo("0");
  }

  private static void show(Way way, int moment, Answers answers) {
    List<String> all = answers.lines().stream().map(line -> String.join(" ", line)).toList();
    System.out.printf("%-10s %2d/%d %s%n", way, moment, MOMENTS, String.join("; ", all));
  }
}
