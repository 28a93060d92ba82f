// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.cyclecounter.bench.Interleaving.Outcome;
import org.cyclecounter.bench.Interleaving.Task;
import org.jspecify.annotations.Nullable;

/**
 * A task and its runs so far. Only the task's own thread uses the private fields; others get
 * outcomes, which do not change: a task that was abandoned may still be running.
 */
final class TaskRuns {

  /** HotSpot's compilers differ by more, and what disturbs a run by less. */
  private static final double FASTER = 0.6;

  /** An operation may have two speeds by its nature. */
  private static final int MAX_RESTARTS = 2;

  record Run(Timing timing, List<String> warnings) {}

  final Task task;

  /** Null if there is no limit; then the bench's warnings go to its own listener. */
  final @Nullable ExecutorService thread;

  /** The limit's nanoseconds that are left. */
  long leftNs;

  Outcome outcome = new Outcome(List.of(), List.of(), null);

  private final List<Run> runs = new ArrayList<>();

  /** Warnings that concern all runs. */
  private final List<String> general = new ArrayList<>();

  /** Takes the warnings that come now. */
  private List<String> latest = general;

  private boolean isPreparation = true;
  private int restarts;
  private @Nullable Subject subject;
  private @Nullable Bench preparedBy;
  private @Nullable PreparedSubject prepared;

  TaskRuns(Task task, @Nullable Duration limit) {
    this.task = task;
    thread = limit == null ? null : Executors.newSingleThreadExecutor(this::daemon);
    leftNs = limit == null ? 0 : limit.toNanos();
  }

  private Thread daemon(Runnable work) {
    Thread daemon = new Thread(work, "measure " + task.name());
    daemon.setDaemon(true); // a task which never ends does not keep the process
    return daemon;
  }

  /**
   * Prepares the task, which gives a run that counts until there is another; from then on runs it
   * once more. Prepares it anew if the bench is another one.
   */
  Outcome next(Bench bench) {
    PreparedSubject ready = prepared;
    if (ready == null || preparedBy != bench) {
      prepare(bench);
    } else {
      run(ready);
    }
    return outcome(runs, general);
  }

  private void prepare(Bench bench) {
    Subject made = subject == null ? make() : subject;
    subject = made;
    latest = general;
    if (thread != null) {
      bench.onWarning(warning -> latest.add(warning));
    }
    PreparedSubject ready = bench.prepare(made);
    if (runs.isEmpty()) {
      latest = new ArrayList<>();
      runs.add(new Run(ready.first(), latest));
    }
    preparedBy = bench;
    prepared = ready;
  }

  private Subject make() {
    try {
      return task.code().call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new BenchException("The task " + task.name() + " cannot be prepared.", e);
    }
  }

  private void run(PreparedSubject ready) {
    String counter = runs.get(runs.size() - 1).timing.counter();
    if (isPreparation) {
      isPreparation = false;
      runs.clear();
    }
    Run run = once(ready);
    if (run.timing.disturbed() && (runs.size() < 2 || isAnyQuiet(runs))) {
      run = once(ready); // in the same round, with which the others are compared
    }
    if (!run.timing.counter().equals(counter)) {
      // Reported even if the run that lost it does not count, or was another task's.
      general.add("The counter " + counter + " was lost: only runs without it count.");
    }
    if (!runs.isEmpty() && isOfOtherKind(run.timing, runs.get(runs.size() - 1).timing)) {
      runs.clear();
    }
    runs.add(run);
  }

  private Run once(PreparedSubject ready) {
    latest = new ArrayList<>();
    return new Run(ready.run(), latest);
  }

  /** Returns whether another counter is read by now, or the code has been compiled anew. */
  private boolean isOfOtherKind(Timing timing, Timing before) {
    return !timing.counter().equals(before.counter())
        || timing.secondsPerOperation() < FASTER * before.secondsPerOperation()
            && restarts++ < MAX_RESTARTS;
  }

  private static boolean isAnyQuiet(List<Run> runs) {
    return runs.stream().anyMatch(run -> !run.timing.disturbed());
  }

  /** Describes runs; warnings of all are those of runs that count, and the general ones. */
  static Outcome outcome(List<Run> runs, List<String> general) {
    List<String> warnings = new ArrayList<>(general);
    boolean isAnyQuiet = isAnyQuiet(runs);
    int disturbed = 0;
    for (Run run : runs) {
      disturbed += run.timing.disturbed() ? 1 : 0;
      warnings.addAll(run.timing.disturbed() && isAnyQuiet ? List.of() : run.warnings);
    }
    // A few on an idle machine, too: JSON and the page have their number.
    if (2 * disturbed > runs.size() && runs.size() > 1) {
      String counts = disturbed + " of " + runs.size() + " runs.";
      warnings.add("Disturbed" + (isAnyQuiet ? " and not counted: " : ": ") + counts);
    }
    return new Outcome(runs.stream().map(Run::timing).toList(), warnings, null);
  }

  /** Returns the outcome after a failure. Call it on another thread only after the task's. */
  Outcome failed(Throwable failure) {
    return new Outcome(List.of(), general, failure);
  }
}
