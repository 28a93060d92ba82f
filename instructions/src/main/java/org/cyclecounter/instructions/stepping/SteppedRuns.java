// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The counted runs of a child JVM, from their attempts to the lines that it sends. */
public final class SteppedRuns {

  /** The counted runs, after one that is not counted. */
  public static final int RUNS = 5;

  /** Attempts to count a run, before one by single steps. */
  private static final int ATTEMPTS = 3;

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
      run = attempt.run();
    }
    if (run == null && Stepper.isDisturbed()) {
      Stepper.blocks(false);
      run = attempt.run();
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

  /** Sends the lines of all runs but the first. */
  public static void send(List<long[]> runs) throws IOException {
    for (String line : RunTable.lines(runs.subList(1, runs.size()))) {
      ParentPipe.send("LINE", line);
    }
  }

  /** A counted run. */
  public interface Attempt {
    /** Runs, and returns null if that is to be repeated. */
    long @Nullable [] run() throws CountFailure;
  }
}
