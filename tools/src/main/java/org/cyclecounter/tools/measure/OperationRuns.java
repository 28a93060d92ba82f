// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.PreparedSubject;
import org.cyclecounter.bench.Subject;
import org.cyclecounter.bench.Timing;
import org.cyclecounter.bench.WaitingException;
import org.cyclecounter.tools.page.MeasuredOperation;
import org.cyclecounter.tools.page.Sentences;
import org.cyclecounter.tools.text.Formatted;
import org.jspecify.annotations.Nullable;

/**
 * An operation and its runs so far. Only the operation's own thread uses this; others get what a
 * part of the measurement returns, which does not change: an operation that was abandoned may still
 * be at it.
 */
final class OperationRuns {

  /** HotSpot's compilers differ by more, and what disturbs a run by less. */
  private static final double FASTER = 0.6;

  /** An operation may have two speeds by its nature. */
  private static final int MAX_RESTARTS = 2;

  private final Operation operation;
  private final List<Timing> timings = new ArrayList<>();

  /** Warnings of what concerns all runs, of undisturbed runs, and of disturbed ones. */
  private final List<String> warnings = new ArrayList<>();

  private final List<String> ofUndisturbed = new ArrayList<>();
  private final List<String> ofDisturbed = new ArrayList<>();

  /** Takes the warnings that come now. */
  private List<String> latest = warnings;

  private boolean isFirst = true;
  private int restarts;
  private @Nullable BenchFunction function;
  private @Nullable Bench preparedBy;
  private @Nullable PreparedSubject prepared;

  OperationRuns(Operation operation) {
    this.operation = operation;
  }

  /**
   * Prepares the operation, which gives a run that counts until there is another; from then on runs
   * it once more. Prepares it anew if the bench is another one. Whatever it throws is its failure.
   */
  MeasuredOperation next(Bench bench) {
    try {
      PreparedSubject ready = prepared;
      if (ready == null || preparedBy != bench) {
        prepare(bench);
      } else {
        run(ready);
      }
      return operation.measured(timings, "", allWarnings());
    } catch (BadTarget e) {
      return failed(String.valueOf(e.getMessage()));
    } catch (WaitingException e) {
      return failed(
          Formatted.of(
              "The operation %s waits rather than computes: a run took %.3f s, in which the clock"
                  + " advanced by %.3f s; --clock monotonic measures wall time.",
              operation.label(), e.wallSeconds(), e.clockSeconds()));
    } catch (BenchException e) {
      return failed(e.getCause() == null ? String.valueOf(e.getMessage()) : threw(e.getCause()));
    } catch (Throwable e) {
      return failed(threw(e));
    }
  }

  private void prepare(Bench bench) throws Throwable {
    if (function == null) {
      function = operation.code().prepare();
    }
    latest = warnings;
    bench.onWarning(warning -> latest.add(warning));
    PreparedSubject ready = bench.prepare(Subject.of(operation.label(), function));
    if (timings.isEmpty()) {
      latest = ofDisturbed;
      timings.add(ready.first());
    }
    preparedBy = bench;
    prepared = ready;
  }

  private void run(PreparedSubject ready) {
    String counter = timings.get(timings.size() - 1).counter();
    if (isFirst) {
      isFirst = false;
      timings.clear();
      ofDisturbed.clear();
    }
    latest = new ArrayList<>();
    Timing timing = ready.run();
    if (timing.disturbed() && (timings.size() < 2 || isAnyQuiet())) {
      latest = new ArrayList<>();
      timing = ready.run(); // in the same round, with which the others are compared
    }
    if (!timing.counter().equals(counter)) {
      // Said even if the run that lost it does not count, or was another operation's.
      warnings.add(Formatted.of("The counter %s was lost: only runs without it count.", counter));
    }
    if (!timings.isEmpty() && isOfOtherKind(timing, timings.get(timings.size() - 1))) {
      timings.clear();
    }
    timings.add(timing);
    (timing.disturbed() ? ofDisturbed : ofUndisturbed).addAll(latest);
  }

  /** Returns whether another counter is read by now, or the code has been compiled anew. */
  private boolean isOfOtherKind(Timing timing, Timing before) {
    return !timing.counter().equals(before.counter())
        || timing.secondsPerOperation() < FASTER * before.secondsPerOperation()
            && restarts++ < MAX_RESTARTS;
  }

  private boolean isAnyQuiet() {
    return timings.stream().anyMatch(timing -> !timing.disturbed());
  }

  private List<String> allWarnings() {
    List<String> all = new ArrayList<>(warnings);
    long disturbed = timings.stream().filter(Timing::disturbed).count();
    boolean isNoneLeft = disturbed == timings.size();
    // The preparation's are kept with those of disturbed runs until it makes place for others.
    all.addAll(isNoneLeft || isFirst ? ofDisturbed : ofUndisturbed);
    all = new ArrayList<>(Sentences.shortened(all));
    if (disturbed > 0 && timings.size() > 1) {
      all.add(
          Formatted.of(
              "Disturbed%s: %d of %d runs.",
              isNoneLeft ? "" : " and not counted", disturbed, timings.size()));
    }
    return all;
  }

  /**
   * Names the exception by which it failed; that of an initialiser is the one that says something.
   */
  private String threw(Throwable e) {
    Throwable thrown =
        e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
    return "The operation " + operation.name() + " failed: " + thrown + ".";
  }

  private MeasuredOperation failed(String failure) {
    return operation.measured(List.of(), failure, warnings);
  }
}
