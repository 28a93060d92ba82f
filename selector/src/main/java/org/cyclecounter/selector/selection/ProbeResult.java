// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.counting.Extended32;
import org.cyclecounter.selector.counting.LinkedReads;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledCounter;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.scoring.Precision.Problem;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * The evidence about a counter, from before it is probed to the end of its selection. Immutable:
 * each stage returns a new result, and all usable results of a counter share its open source.
 *
 * <p>Compare results and their candidates by identity or field by field, never by {@code equals}: a
 * record's own costs a starting JVM some 30 ms (cold start 11), and would run third-party code.
 *
 * @param candidate the counter
 * @param source the open counter; null if it does not work, or has not been probed
 * @param measurement its scaling and precision; {@link #NOT_MEASURED} if it failed before that
 * @param natively the outcome in a native child; null if it was not probed in one
 * @param inChildJvm the outcome in a child JVM; null if it was not probed in one
 * @param rejection why it does not work; null if it does, or has not been probed
 * @param obstacle what keeps it from working, if its probe revealed that, or NOT_PROBED if it has
 *     to be probed elsewhere first; null otherwise
 * @param description null if it was not measured as a program reads it, nor its source asked
 * @param cost the time of all stages so far; zero for a counter that was left out unprobed
 */
public record ProbeResult(
    Candidate candidate,
    @Nullable TickSource source,
    Measurement measurement,
    @Nullable IsolationResult natively,
    @Nullable IsolationResult inChildJvm,
    @Nullable Rejection rejection,
    @Nullable Obstacle obstacle,
    @Nullable Description description,
    Duration cost) {

  /** Stands for the measurement of a counter that was not measured. */
  private static final Measurement NOT_MEASURED =
      new Measurement(64, null, 0, Precision.none(Problem.NONE), false, null);

  /**
   * The evidence for a report only.
   *
   * @param fromJava the measurement as a program reads it; null if that was not measured
   * @param counted the answer of its source, as is the instruction
   */
  record Description(@Nullable JavaMeasurement fromJava, Counted counted, String instruction) {}

  /** Begins with a counter that has not been probed. */
  static ProbeResult pending(Candidate candidate) {
    return new ProbeResult(
        candidate, null, NOT_MEASURED, null, null, null, null, null, Duration.ZERO);
  }

  /** Returns true until the counter has been probed, or rejected for more than a first reading. */
  boolean isPending() {
    return source == null && (rejection == null || rejection.code().isPending());
  }

  /** Replaces the candidate of a pending result: by one created here, or of a narrower scope. */
  ProbeResult with(Candidate other) {
    return new ProbeResult(other, null, measurement, null, inChildJvm, null, null, null, cost);
  }

  /** Holds a measurement, usable or not. */
  ProbeResult measured(TickSource open, Measurement seen, @Nullable IsolationResult passed) {
    return new ProbeResult(candidate, open, seen, passed, inChildJvm, null, null, null, cost);
  }

  ProbeResult rejected(Rejection reason) {
    return rejected(reason, null);
  }

  /**
   * Rejects this counter. The result no longer has the source, which the caller closes unless it is
   * in use.
   */
  ProbeResult rejected(@Nullable Rejection reason, @Nullable Obstacle why) {
    return new ProbeResult(
        candidate, null, measurement, natively, inChildJvm, reason, why, null, cost);
  }

  /** Rejects a counter that has not passed elsewhere, perhaps after it had with fewer reads. */
  ProbeResult failed(IsolationResult outcome) {
    Rejection why = outcome.rejection();
    boolean isProbed = outcome.result() != IsolationResult.Result.NOT_PROBED;
    Obstacle known = isProbed ? outcome.obstacle() : Obstacle.NOT_PROBED;
    IsolationResult here = outcome.natively() ? outcome : null;
    IsolationResult there = outcome.natively() ? inChildJvm : outcome;
    return new ProbeResult(candidate, null, measurement, here, there, why, known, null, cost);
  }

  ProbeResult addCost(Duration more) {
    return with(description, cost.plus(more));
  }

  private ProbeResult with(@Nullable Description said, Duration total) {
    return new ProbeResult(
        candidate, source, measurement, natively, inChildJvm, rejection, obstacle, said, total);
  }

  /** Adds the outcome of the child JVM in which a pending counter has passed. */
  ProbeResult afterChildJvm(IsolationResult passed) {
    return new ProbeResult(candidate, null, measurement, null, passed, null, null, null, cost);
  }

  ProbeResult with(Description said) {
    return with(said, cost);
  }

  /**
   * Takes the measurement of a counter that reads by the same C function, if there is one, and its
   * rejection if it did not pass: under two names one function has one precision, so that chance
   * does not decide between them.
   */
  ProbeResult sharing(List<ProbeResult> others) {
    for (ProbeResult other : others) {
      if (isTwin(other)) {
        ProbeResult same = measured(Objects.requireNonNull(source), other.measurement, natively);
        if (other.usable()) {
          return same;
        }
        close();
        return same.rejected(other.rejection, other.obstacle);
      }
    }
    return this;
  }

  /** Returns true if this counter works, and another one of its C function has been measured. */
  private boolean isTwin(ProbeResult other) {
    boolean isMeasured = other.usable() || other.measurement.precision().problem() != Problem.NONE;
    return isMeasured
        && usable()
        && candidate.isOurs() // the source of others is third-party code
        && other.candidate.isOurs()
        && source instanceof NativeTicks reads
        && reads.counter().isTwinOf(other.candidate.source());
  }

  /** Returns true if the counter has to be probed elsewhere before it may run here. */
  boolean notProbed() {
    return obstacle != null && obstacle == Obstacle.NOT_PROBED; // mostly without loading Obstacle
  }

  /**
   * Says why the machine contradicts the scope that an open counter declares; empty if it does not.
   */
  static String narrowing(Candidate opened) {
    return opened.isOurs() && opened.source() instanceof NativeCounterSource packaged
        ? packaged.narrowingReason()
        : "";
  }

  /** Returns true if the counter is open and has a precision. */
  boolean usable() {
    return source != null && cycles() > 0;
  }

  /** Returns the precision without a penalty, in cycles; 0 if it has none. */
  long cycles() {
    return measurement.precision().cycles();
  }

  /** Returns the cycles per tick, rounded, for a report; 0 if that is not known. */
  double scaling() {
    Ratio ratio = measurement.cyclesPerTick();
    return ratio == null ? 0 : ratio.toDouble();
  }

  /**
   * Returns true if the kernel may take the counter away while it is in use, or if its reads may
   * throw: a third party's is not trusted to go on working.
   */
  public boolean mayBeLost() {
    return source instanceof CheckedTicks || !candidate.isOurs();
  }

  /** Returns the measurement as a program reads it; null if that was not measured. */
  @Nullable JavaMeasurement fromJava() {
    return description == null ? null : description.fromJava();
  }

  /** Returns the state of its perf events when it was measured last; null if it has none. */
  @Nullable EventState events() {
    JavaMeasurement seen = fromJava();
    EventState last = seen == null ? null : seen.events();
    return last != null ? last : measurement.events();
  }

  /** Returns the unit of the readings; null if the source has not been asked. */
  @Nullable Counted counted() {
    return description == null ? null : description.counted();
  }

  /** Returns the instruction or function that a read executes; empty if that is not known. */
  String instruction() {
    if (description != null) {
      return description.instruction();
    }
    return candidate.isOurs() ? candidate.source().instruction() : ""; // no third-party code
  }

  /**
   * Returns the obstacle that the report names: something that could be changed; null for a counter
   * that works, was left out, or is for another processor. Of this project's counters that could
   * not be opened, the source knows it; third-party code is not asked.
   */
  @Nullable Obstacle reportedObstacle() {
    if (!candidate.isOurs() || !(candidate.source() instanceof NativeCounterSource own)) {
      return obstacle;
    }
    boolean isRefused = obstacle == null && rejection != null && !cost.isZero();
    Obstacle known = isRefused ? own.obstacleHere() : obstacle;
    return known != null && own.isForThisProcessor() ? known : null;
  }

  /**
   * Returns the open source's reads, through JNI or linked in the cheapest way this Java has, which
   * takes 30 to 100 ms in a JVM that has just started (cold start 14).
   */
  TickSource reads(boolean linked) {
    TickSource open = Objects.requireNonNull(source, candidate.name());
    return linked ? LinkedReads.of(open, measurement.bits()).source() : open;
  }

  /**
   * Assembles the counter, and reads one of 32 bits for a millisecond.
   *
   * @param reads by {@link #reads}
   * @param originTicks the reading at which a scaled counter of 64 bits begins, at 0 cycles:
   *     products of small counts do not wrap; ignored for 32 bits, and for a counter of cycles
   * @param hz the CPU's estimated frequency in Hz
   */
  CycleCounter counter(TickSource reads, long originTicks, long hz) {
    Ratio ratio = Objects.requireNonNull(measurement.cyclesPerTick(), candidate.name());
    TickSource extended = reads;
    long origin = originTicks;
    if (measurement.bits() == 32) {
      extended = Extended32.observed(reads, ratio.ticksPerSecond(hz));
      origin = extended.ticks();
    }
    return ratio.isOne()
        ? new TickCounter(extended, candidate.name(), candidate.scope(), hz)
        : new ScaledCounter(extended, origin, ratio, candidate.name(), candidate.scope(), hz);
  }

  /**
   * Returns true if a later selection found the same counter with the same scaling, so that
   * readings of the two can be compared.
   */
  boolean isSame(ProbeResult other) {
    Ratio ratio = measurement.cyclesPerTick();
    Ratio others = other.measurement.cyclesPerTick();
    return candidate.provider() == other.candidate.provider()
        && candidate.name().equals(other.candidate.name())
        && measurement.bits() == other.measurement.bits()
        && ratio != null
        && others != null
        && ratio.isEqualTo(others);
  }

  /**
   * Closes the open counter on a new thread, within a time limit; whatever it throws is ignored. It
   * must not be read any more.
   */
  public void close() {
    TickSource open = source;
    if (open != null) {
      TimeLimit.run(
          () -> {
            open.close();
            return true;
          });
    }
  }
}
