// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The counted runs of a child JVM, from their attempts to the lines that it sends. */
public final class SteppedRuns {

  /** The counted runs, after one that is not counted. */
  public static final int RUNS = 5;

  /** Attempts to count a run, before one by single steps. */
  private static final int ATTEMPTS = 3;

  /** The calls in a row behind the runs, by the greatest cost of a call. */
  private static final int[][] CALLS = {{1_000, 128}, {4_000, 32}, {16_000, 8}};

  /** The counts in a line that is sent. */
  private static final int IN_LINE = 16;

  /** Attempts so far, and the cost of each run. */
  private static int attempts;

  private static final long[] COSTS = new long[RUNS + 1];
  private static int runs;

  /** The instructions of calls in a row, 0 where they are not known. */
  private static long[] row = {};

  /** Reports of a phase. */
  public static final int REPORTS = 20;

  private SteppedRuns() {}

  /** Fails if single steps do not arrive here. */
  public static void checkSteps() throws CountFailure {
    String obstacle = SteppingSentences.ofSelfTest(Stepper.selfTest());
    if (!obstacle.isEmpty()) {
      throw new CountFailure("%s", obstacle);
    }
  }

  /** Makes all methods anew, or fails. */
  public static void dropProfiles() throws CountFailure {
    String failure = Stepper.dropProfiles();
    if (failure != null) {
      String[] columns = failure.split("\t");
      throw new CountFailure("%s", SteppingSentences.ofProfiles(columns[0], columns[1]));
    }
  }

  /** Attempts a run some times, then by single steps if blocks were; returns null if all fail. */
  public static long @Nullable [] step(Attempt attempt) throws CountFailure {
    long[] run = null;
    for (int i = 0; i < ATTEMPTS && run == null; i++) {
      attempts++;
      run = attempt.run(null);
    }
    COSTS[runs++ % COSTS.length] = Stepper.cost();
    if (run == null && Stepper.isDisturbed()) {
      Stepper.blocks(false);
      attempts++;
      run = attempt.run(null);
      Stepper.blocks(true);
    }
    return run;
  }

  /**
   * Returns the places of the counted call, each with its count behind it; null if it is to be
   * repeated.
   *
   * @throws CountFailure if steps were lost, which a repetition would not change
   */
  public static long @Nullable [] run(String name) throws CountFailure {
    long[] places = Stepper.places();
    if (places == null && !Stepper.isDisturbed()) {
      throw Operations.lostSteps(name);
    }
    return places;
  }

  /**
   * Counts calls in a row behind the runs, and sends their counts.
   *
   * @param callsOfAttempt the calls of each attempt to count a run before
   */
  public static void row(Attempt attempt, int callsOfAttempt) throws IOException, CountFailure {
    row = new long[calls()];
    fill(attempt);
    sendRow(attempts * callsOfAttempt);
  }

  /** As deep on the stack as {@link #step}: what an exception executes depends on that. */
  private static void fill(Attempt attempt) throws CountFailure {
    long @Nullable [] unusedPlaces = row.length == 0 ? null : attempt.run(row);
  }

  /** Returns how many calls of the counted operation are a row; 0 if they cost too much. */
  static int calls() {
    long[] sorted = COSTS.clone();
    Arrays.sort(sorted);
    return calls(sorted[COSTS.length / 2]);
  }

  /** Takes the cost of a call: coarse steps, because JVMs may differ by a few. */
  static int calls(long cost) {
    for (int[] step : CALLS) {
      if (cost <= step[0]) {
        return step[1];
      }
    }
    return 0;
  }

  /**
   * Sends the counts of calls in a row.
   *
   * @param first the number of the first one since the warm-up
   */
  private static void sendRow(int first) throws IOException {
    for (int i = 0; i < row.length; i += IN_LINE) {
      String text =
          Arrays.stream(row, i, Math.min(row.length, i + IN_LINE))
              .mapToObj(Long::toString)
              .collect(Collectors.joining(","));
      ParentPipe.send("CALLS", first + i + " " + text);
    }
  }

  /**
   * Sends the lines of all runs but the first; behind their counts those of a call with each number
   * that comes in both halves of the row, if there are several.
   */
  public static void send(List<long[]> runs) throws IOException {
    List<long[]> all = new ArrayList<>(runs.subList(1, runs.size()));
    List<long[]> calls = new ArrayList<>();
    int i = 0;
    for (long[] call = Stepper.kept(i); call != null; call = Stepper.kept(++i)) {
      long[] places = call;
      long count = IntStream.range(0, places.length / 2).mapToLong(k -> places[2 * k + 1]).sum();
      if (isIn(0, row.length / 2, count) && isIn(row.length / 2, row.length, count)) {
        calls.add(call);
      }
    }
    all.addAll(calls.size() > 1 ? calls : List.of());
    for (String line : RunTable.lines(all)) {
      ParentPipe.send("LINE", line);
    }
  }

  private static boolean isIn(int from, int to, long count) {
    return Arrays.stream(row, from, to).anyMatch(one -> one == count);
  }

  /** A counted run. */
  public interface Attempt {
    /**
     * Runs, and returns null if that is to be repeated.
     *
     * @param row null; or receives the instructions of as many calls, 0 if unknown, and no places
     *     are returned
     */
    long @Nullable [] run(long @Nullable [] row) throws CountFailure;
  }
}
