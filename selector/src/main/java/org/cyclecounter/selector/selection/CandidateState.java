// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executors;
import org.cyclecounter.Counted;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.scoring.Precision.Problem;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * The evidence about a counter: pending at first, then usable, with an open source, or rejected,
 * without one. For the selecting thread only, until the counter is ranked; unchanged from then on.
 *
 * <p>Hazard: a step's thread may be given up and run on. So a step never gets this object: it
 * returns its evidence, and the selecting thread adds it here.
 */
public final class CandidateState {

  /** Stands for the measurement of a counter that was not measured. */
  private static final Measurement NOT_MEASURED =
      new Measurement(64, null, 0, Precision.none(Problem.NONE), false, null, 0);

  final Trial trial;

  private Candidate candidate;
  private @Nullable TickSource source;
  private @Nullable Obstacle obstacle;
  private long costNs;

  // Written here only.

  /** The measurement as a program reads it; null if that was not measured. */
  @Nullable JavaMeasurement fromJava;

  /** The unit of the readings; null if the source has not been asked. */
  @Nullable Counted counted;

  private @Nullable String instruction;

  /** The scaling and precision; of 64 bits without both if it failed before that. */
  Measurement measurement = NOT_MEASURED;

  /** The outcome in a native child; null if it was not probed in one. */
  @Nullable IsolationResult inNativeChild;

  /** The outcome in a child JVM; null if it was not probed in one. */
  @Nullable IsolationResult inChildJvm;

  /** The reason why it does not work; null if it does, or has not been probed. */
  @Nullable Rejection rejection;

  /** True if it was rejected because no process could be had that it needs. */
  boolean isUnprobed;

  /** The error of a step that found the heap full, or no thread to start; null for none. */
  @Nullable OutOfMemoryError outOfMemory;

  /** Makes one that may run here. */
  CandidateState(Candidate pending) {
    this(pending, Trial.NONE);
  }

  CandidateState(Candidate pending, Trial trial) {
    candidate = pending;
    this.trial = trial;
  }

  /** Returns the candidate: created here since it was found, or of a narrower scope, or neither. */
  public Candidate candidate() {
    return candidate;
  }

  /** Returns the open source of a usable counter. */
  TickSource source() {
    return Objects.requireNonNull(source, candidate.name());
  }

  /** Returns the time of all steps so far; zero for a counter that was left out unprobed. */
  Duration cost() {
    return Duration.ofNanos(costNs);
  }

  /** Returns true until the counter has been probed, or rejected for more than a first reading. */
  boolean isPending() {
    return source == null && (rejection == null || rejection.code().isPending());
  }

  /** Returns true if the counter is open and has a precision. */
  boolean isUsable() {
    return source != null && cycles() > 0;
  }

  /** Returns true if the counter is not read here unless it has passed in a native child. */
  boolean needsNativeChild() {
    return trial.needsNative && (trial != Trial.NATIVE_OR_JVM || inChildJvm == null);
  }

  /**
   * Returns true if the kernel may take the counter away while it is in use, or if its reads may
   * throw: a third party's is not trusted to go on working.
   */
  boolean mayBeLost() {
    return source instanceof CheckedTicks || !candidate.isOurs();
  }

  /** Returns the precision without a penalty, in cycles; 0 if it has none. */
  long cycles() {
    return measurement.precision().cycles();
  }

  /** Returns the instruction or function that a read executes; empty if that is not known. */
  String instruction() {
    return instruction == null ? candidate.instructionUnasked() : instruction;
  }

  /** Returns the obstacle that the report names; null for none. */
  @Nullable Obstacle reportedObstacle() {
    Rejection why = rejection;
    Obstacle known = why != null && isUnprobed ? why.code().obstacleToProbe() : obstacle;
    return candidate.reportedObstacle(known, why != null && costNs > 0);
  }

  void addCost(long ns) {
    costNs += ns;
  }

  /** Takes the place of the one that was found: the same counter, created in this process. */
  void create(Candidate here) {
    candidate = here;
  }

  /**
   * Makes the counter pending again.
   *
   * @param there the outcome in the child JVM that it has passed; null for one that has to be
   *     probed in a child JVM now
   */
  void retry(@Nullable IsolationResult there) {
    inChildJvm = there;
    inNativeChild = null;
    rejection = null;
    obstacle = null;
    isUnprobed = false;
  }

  /**
   * Adds the evidence of a probe in this process.
   *
   * @param open the open counter; null if it does not work
   * @param measured its scaling and precision; null if it was not measured
   * @param natively the outcome in a native child, passed or not; null if there was none
   * @param why why it does not work; null if it does, or has not passed in the child
   * @param known the change that would let it work, if its probe revealed that; null otherwise
   */
  void take(
      @Nullable TickSource open,
      @Nullable Measurement measured,
      @Nullable IsolationResult natively,
      @Nullable Rejection why,
      @Nullable Obstacle known) {
    if (!candidate.narrowingReason().isEmpty()) {
      candidate = candidate.with(candidate.source(), Scope.CORE);
    }
    measurement = measured == null ? NOT_MEASURED : measured;
    inNativeChild = natively;
    source = open;
    rejection = why;
    obstacle = known;
    if (inNativeChild != null && !inNativeChild.passed()) {
      fail(inNativeChild);
    }
  }

  /**
   * Takes the measurement of another counter of the same C function, and its rejection if that did
   * not pass: under two names one function has one precision, so that chance does not decide
   * between them.
   */
  void shareIfTwin(CandidateState other) {
    boolean isMeasured =
        other.isUsable() || other.measurement.precision().problem() != Problem.NONE;
    if (other != this
        && isMeasured
        && isUsable()
        && candidate.isOurs() // the source of others is third-party code
        && other.candidate.isOurs()
        && source instanceof NativeTicks reads
        && reads.counter().isTwinOf(other.candidate.source())) {
      measurement = other.measurement;
      if (!other.isUsable()) {
        reject(other.rejection, other.obstacle);
      }
    }
  }

  /**
   * Adds the evidence for a report only.
   *
   * @param seen the measurement as a program reads it; null if that was not measured
   * @param unit the answer of the source, as {@code executed}; null if it was not asked
   */
  void describe(@Nullable JavaMeasurement seen, @Nullable Counted unit, @Nullable String executed) {
    fromJava = seen;
    counted = unit;
    instruction = executed;
  }

  /** Rejects the counter, and closes it. */
  void reject(@Nullable Rejection why, @Nullable Obstacle known) {
    close();
    source = null;
    describe(null, null, null);
    rejection = why;
    obstacle = known;
    isUnprobed = false;
  }

  /** Rejects a counter that has not passed elsewhere, perhaps after it had with fewer reads. */
  void fail(IsolationResult elsewhere) {
    reject(elsewhere.rejection(), elsewhere.obstacle());
    isUnprobed = elsewhere.result() == IsolationResult.Result.NOT_PROBED;
    if (elsewhere.natively()) {
      inNativeChild = elsewhere;
    } else {
      inChildJvm = elsewhere;
    }
  }

  /** Rejects a counter for a step that has thrown, or was given up during this call. */
  void fail(String call, TaskResult<?> step) {
    outOfMemory = step.thrown() instanceof OutOfMemoryError e ? e : outOfMemory;
    reject(Failures.failed(call, step), null);
  }

  /**
   * Returns true if a later selection found the same counter with the same scaling, so that
   * readings of the two can be compared. Both work.
   */
  boolean isSame(CandidateState other) {
    Ratio ratio = Objects.requireNonNull(measurement.cyclesPerTick());
    Ratio others = Objects.requireNonNull(other.measurement.cyclesPerTick());
    return candidate.isSame(other.candidate)
        && measurement.bits() == other.measurement.bits()
        && ratio.isEqualTo(others);
  }

  /**
   * Closes an open counter on a new thread, within a time limit; ignores its exceptions. It must
   * not be read any more.
   */
  public void close() {
    TickSource open = source;
    if (open != null) {
      TimeLimit.run(Executors.callable(open::close));
    }
  }
}
