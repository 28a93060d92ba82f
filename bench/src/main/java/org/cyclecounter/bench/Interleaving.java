// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures tasks in turns, so that drifts (frequency, temperature) affect all of them: each round
 * runs every task once, and begins with a different one.
 *
 * <p>With a limit each task has a thread of its own, because nothing can end a thread that runs for
 * ever: at the limit it is left behind. Without one, tasks run on the calling thread.
 *
 * <p>Hazards of a limit:
 *
 * <ol>
 *   <li>A thread that is left behind takes a processor from all that follow, holds its locks, and
 *       may still change what they use. Each later outcome carries a warning that names it.
 *   <li>What it prints goes to the process's {@link System#out}: redirect that before, and give it
 *       back only if {@link #isAnyRunning()} is false.
 *   <li>The bench that it was using is closed under it, and never used again.
 *   <li>Thread.stop is gone since Java 20 (it throws), and was never safe: it released locks in the
 *       middle of what they guard.
 * </ol>
 *
 * <p>Not thread-safe.
 *
 * @since 0.1.0
 */
public final class Interleaving implements AutoCloseable {

  /** Time for an abandoned task to end by itself, or by listening to its interrupt. */
  private static final long GRACE_MS = 1_000;

  /**
   * Code that creates the subject to measure.
   *
   * @param name for warnings, and for the thread
   * @param code makes the subject, once, on the thread that measures it and within the limit
   */
  public record Task(String name, Callable<Subject> code) {}

  /**
   * The state of a task after a round.
   *
   * @param timings its runs in order; none if it failed
   * @param warnings of what may have disturbed the runs, and of tasks that were left behind
   * @param failure an exception of the task or of the bench; a {@link TimeoutException} after the
   *     limit, whose message is empty unless the task is still running; null if it did not fail
   */
  public record Outcome(List<Timing> timings, List<String> warnings, @Nullable Throwable failure) {}

  /** Follows the measurement, on the thread that called {@link #measure}. */
  public interface Listener {

    /**
     * Notes that a task is prepared, in round 0, or run once more.
     *
     * @param task its index
     * @param round from 0
     */
    default void begins(int task, int round) {}

    /**
     * Notes the task's state after the round.
     *
     * @param task its index
     * @param outcome replaces the task's earlier one
     */
    default void has(int task, Outcome outcome) {}
  }

  private final Supplier<Bench> benches;
  private final @Nullable Duration limitOfEach;
  private final Listener listener;

  /** Threads that were left behind and may run still, in the order of their tasks. */
  private final Map<ExecutorService, Task> left = new LinkedHashMap<>();

  /** Null after a task that did not end, until the next one needs one. */
  private @Nullable Bench bench;

  /**
   * Creates an interleaving.
   *
   * @param benches makes a bench at first, and another after each task that did not end: a bench is
   *     for one thread at a time. With a limit their warnings go to the outcomes.
   * @param limitOfEach the time that a task may take with its warm-up; null for no limit
   * @param listener follows the measurement
   */
  public Interleaving(Supplier<Bench> benches, @Nullable Duration limitOfEach, Listener listener) {
    this.benches = benches;
    this.limitOfEach = limitOfEach;
    this.listener = listener;
  }

  /**
   * Prepares all tasks, and runs them in turns: each at least {@code runs} times; more often, up to
   * twice, if runs were disturbed, and less often if it takes twice its time in fewer.
   *
   * @param tasks what to measure
   * @param runs how many undisturbed runs a task is to have; with one, the preparation's counts
   * @param seconds the target of all runs of a task
   * @return the outcomes, in the order of the tasks
   * @throws BenchException if no bench can be made
   * @throws InterruptedException if the calling thread is interrupted; the tasks' threads are not
   */
  public List<Outcome> measure(List<Task> tasks, int runs, double seconds)
      throws InterruptedException {
    bench = benches.get();
    List<TaskRuns> turns = tasks.stream().map(task -> new TaskRuns(task, limitOfEach)).toList();
    List<TaskRuns> takers = turns;
    for (int round = 0; !takers.isEmpty(); round++) {
      List<TaskRuns> unfinished = new ArrayList<>();
      for (TaskRuns turn : takers) {
        int index = turns.indexOf(turn);
        listener.begins(index, round);
        turn.outcome = next(turn);
        listener.has(index, turn.outcome);
        if (!isDone(turn.outcome, runs, seconds)) {
          unfinished.add(turn);
        } else if (turn.thread != null) {
          turn.thread.shutdown();
        }
      }
      Collections.rotate(unfinished, -1); // each round begins with another one
      takers = unfinished;
    }
    return turns.stream().map(turn -> turn.outcome).toList();
  }

  private static boolean isDone(Outcome outcome, int runs, double seconds) {
    List<Timing> timings = outcome.timings();
    long quiet = timings.stream().filter(timing -> !timing.disturbed()).count();
    return outcome.failure() != null
        || quiet >= runs
        || timings.size() >= (quiet == 0 ? runs : 2 * runs)
        || timings.stream().mapToDouble(Timing::seconds).sum() >= 2 * seconds;
  }

  private Outcome next(TaskRuns turn) throws InterruptedException {
    Bench current = bench == null ? benches.get() : bench;
    bench = current;
    ExecutorService thread = turn.thread;
    try {
      if (thread == null) {
        return turn.next(current);
      }
      isAnyRunning(); // forgets those that have ended
      // The calibration is made once for a bench: the first task would have less time.
      thread.submit(() -> calibrate(current)).get();
      long startNs = System.nanoTime();
      Outcome outcome =
          thread.submit(() -> turn.next(current)).get(turn.leftNs, TimeUnit.NANOSECONDS);
      turn.leftNs -= System.nanoTime() - startNs;
      List<String> warnings = new ArrayList<>(outcome.warnings());
      for (Task other : left.values()) {
        warnings.add(
            "The operation "
                + other.name()
                + " was abandoned and is still running beside this one.");
      }
      return new Outcome(outcome.timings(), warnings, null);
    } catch (ExecutionException e) {
      return turn.failed(Objects.requireNonNullElse(e.getCause(), e));
    } catch (TimeoutException e) {
      return giveUp(turn.task, thread, current);
    }
  }

  private static void calibrate(Bench bench) {
    try {
      bench.calibrate();
    } catch (RuntimeException e) {
      // The measurement fails in the same way, and reports it.
    }
  }

  /** Interrupts a task and waits for a moment: one that blocks or looks at interrupts ends then. */
  private Outcome giveUp(Task task, ExecutorService thread, Bench current)
      throws InterruptedException {
    bench = null;
    thread.shutdownNow();
    current.close(); // no run begins any more: its clock cannot be read
    String state = "";
    if (!thread.awaitTermination(GRACE_MS, TimeUnit.MILLISECONDS)) {
      left.put(thread, task);
      state = "It is still running and takes a processor from those that follow.";
    }
    return new Outcome(List.of(), List.of(), new TimeoutException(state));
  }

  /**
   * Returns whether a task that was left behind is still running.
   *
   * @return false if all have ended by now
   */
  public boolean isAnyRunning() {
    left.keySet().removeIf(ExecutorService::isTerminated);
    return !left.isEmpty();
  }

  /** Closes the bench in use. */
  @Override
  public void close() {
    if (bench != null) {
      bench.close();
    }
  }
}
