// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.pmu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.itest.pmu.SimulatedPmu.Run;

/** The output of {@link Counting}, stage by stage, and its meaning for a reader of the counter. */
record CountingRun(Run run, List<Stage> stages) {

  /** A thread's count as a part of its own truth, which is 1 %. */
  private static final double TOLERANCE = 0.01;

  enum Verdict {
    /** Each thread's count is within 1 % of its own truth. */
    RIGHT,
    /** Right up to a loss: a jump, another counter for all threads, a reason, one notification. */
    LOST,
    /** The selection does not take it, and says why. */
    REFUSED,
    /** Equal readings over work, which no reader takes for a count. */
    STANDS_STILL,
    /** Too low, and nothing shows it but equal readings at times. */
    TOO_LOW,
    WRONG
  }

  /** A thread's counts: NaN where it counted by another counter from the beginning. */
  record Count(double ratio, int jumps, int decreases, int equal) {

    private boolean isRight() {
      return Math.abs(ratio - 1) <= TOLERANCE && decreases == 0;
    }
  }

  /**
   * A stage.
   *
   * @param counter the counter in question
   * @param now the one in use
   * @param told the number of announced losses; below 0 if none can be announced
   */
  record Stage(
      String name, String counter, String now, int told, String reason, List<Count> counts) {

    /** A selection that takes the counter is no result yet. */
    boolean isResult() {
      return !counts.isEmpty() || !now.equals(counter);
    }

    Verdict verdict() {
      if (counts.isEmpty()) {
        return reason.startsWith("REJECTED ") ? Verdict.REFUSED : Verdict.WRONG;
      }
      if (!now.equals(counter)) {
        boolean said = reason.startsWith("REJECTED lost while it was in use: ");
        boolean notified = told < 0 || told == 1;
        return said && notified && counts.stream().allMatch(Stage::isRightUntilLost)
            ? Verdict.LOST
            : Verdict.WRONG;
      }
      if (counts.stream().allMatch(count -> count.isRight() && count.jumps() == 0)) {
        return Verdict.RIGHT;
      }
      if (counts.stream().allMatch(count -> count.ratio() == 0 && count.equal() > 10)) {
        return Verdict.STANDS_STILL;
      }
      return counts.stream().allMatch(count -> count.ratio() < 1) ? Verdict.TOO_LOW : Verdict.WRONG;
    }

    /** One that began with the successor, or just before it, has counted nothing. */
    private static boolean isRightUntilLost(Count count) {
      return Double.isNaN(count.ratio())
          ? count.jumps() <= 1 && count.decreases() == 0
          : count.isRight() && count.jumps() == 1;
    }
  }

  static CountingRun of(Run run) {
    Map<String, List<Count>> counts = new LinkedHashMap<>();
    List<Stage> stages = new ArrayList<>();
    for (String line : run.out()) {
      String[] parts = line.replaceFirst("^[a-z]+: ", "").split("\t");
      if (line.startsWith("count: ")) {
        int[] numbers = Arrays.stream(parts).skip(2).mapToInt(Integer::parseInt).toArray();
        counts
            .computeIfAbsent(parts[0], stage -> new ArrayList<>())
            .add(new Count(Double.parseDouble(parts[1]), numbers[0], numbers[1], numbers[2]));
      } else if (line.startsWith("state: ")) {
        List<Count> own = counts.remove(parts[0]);
        stages.add(
            new Stage(
                parts[0],
                parts[1],
                parts[2],
                Integer.parseInt(parts[3]),
                parts[4],
                own == null ? List.of() : own));
      }
    }
    return new CountingRun(run, stages);
  }

  List<Stage> results() {
    return stages.stream().filter(Stage::isResult).toList();
  }

  List<Verdict> verdicts() {
    return results().stream().map(Stage::verdict).toList();
  }
}
