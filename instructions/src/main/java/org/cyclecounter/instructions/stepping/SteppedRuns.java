// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.io.IOException;
import java.util.List;
import org.cyclecounter.instructions.stepping.RunTable.Run;
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
  public static @Nullable Run step(Attempt attempt) throws CountFailure {
    Run run = null;
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
   * Returns the counted call as a run; null if it is to be repeated.
   *
   * @param isNull true if it returned null
   * @throws CountFailure if steps were lost, which a repetition would not change
   */
  public static @Nullable Run run(String name, boolean isNull) throws CountFailure {
    long[] places = Stepper.places();
    if (places == null && !Stepper.isDisturbed()) {
      throw Operations.lostSteps(name);
    }
    return places == null ? null : new Run(places, isNull);
  }

  /** Sends the lines of all runs but the first. */
  public static void send(String name, List<Run> runs, List<Run> empty)
      throws IOException, CountFailure {
    List<String> lines = RunTable.lines(runs.subList(1, runs.size()), empty);
    if (lines == null) {
      throw Operations.lostSteps(name);
    }
    for (String line : lines) {
      ParentPipe.send("LINE", line);
    }
  }

  /** A counted run. */
  public interface Attempt {
    /** Runs, and returns null if that is to be repeated. */
    @Nullable Run run() throws CountFailure;
  }
}
