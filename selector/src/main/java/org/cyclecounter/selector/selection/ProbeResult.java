// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
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
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;

/**
 * The evidence about a counter that has been probed. Immutable: each stage returns a new result,
 * and all usable results of a counter share its open source.
 *
 * <p>Compare results and their candidates by identity or field by field, never by {@code equals}: a
 * record's own costs a starting JVM some 30 ms (cold start 11), and would run third-party code.
 *
 * @param candidate the counter
 * @param source the open counter; null if it does not work
 * @param measurement its scaling and precision; null if it failed before it was measured
 * @param fromJava the measurement as a program reads it; null if that was not measured
 * @param natively the outcome in a native child; null if it was not probed in one
 * @param inChildJvm the outcome in a child JVM; null if it was not probed in one
 * @param rejection the reason why it does not work, one sentence; empty if it does
 * @param obstacle what keeps it from working, if its probe revealed that, or NOT_PROBED if it has
 *     to be probed elsewhere first; null otherwise
 * @param description the answers of its source; null if it has not been asked
 * @param cost the time of all stages so far; zero for a counter that was left out unprobed
 */
public record ProbeResult(
    Candidate candidate,
    @Nullable TickSource source,
    @Nullable Measurement measurement,
    @Nullable JavaMeasurement fromJava,
    @Nullable IsolationResult natively,
    @Nullable IsolationResult inChildJvm,
    String rejection,
    @Nullable Obstacle obstacle,
    @Nullable Description description,
    Duration cost) {

  /** Answers of a counter's source: {@code counted()} and {@code instruction()}. */
  record Description(Counted counted, String instruction) {}

  /** Rejects a counter that has not been measured. */
  static ProbeResult rejected(Candidate candidate, String reason) {
    return rejected(candidate, reason, null);
  }

  static ProbeResult rejected(Candidate candidate, String reason, @Nullable Obstacle obstacle) {
    return new ProbeResult(
        candidate, null, null, null, null, null, reason, obstacle, null, Duration.ZERO);
  }

  /** Holds a measurement, usable or not. */
  static ProbeResult measured(
      Candidate candidate,
      TickSource source,
      Measurement measurement,
      @Nullable IsolationResult natively) {
    return new ProbeResult(
        candidate, source, measurement, null, natively, null, "", null, null, Duration.ZERO);
  }

  ProbeResult rejected(String reason) {
    return rejected(reason, null);
  }

  /**
   * Rejects this counter. The result no longer has the source, which the caller closes unless it is
   * in use.
   */
  ProbeResult rejected(String reason, @Nullable Obstacle why) {
    return new ProbeResult(
        candidate, null, measurement, null, natively, inChildJvm, reason, why, null, cost);
  }

  /** Rejects a counter that was read natively once more, for longer, and failed then. */
  ProbeResult failedNatively(IsolationResult again) {
    String reason = again.sentence();
    return new ProbeResult(
        candidate, null, measurement, null, null, inChildJvm, reason, again.obstacle(), null, cost);
  }

  ProbeResult addCost(Duration more) {
    return with(fromJava, inChildJvm, description, more);
  }

  /** Adds the outcome, and the cost, of the child JVM in which the counter passed before. */
  ProbeResult afterChildJvm(IsolationResult passed) {
    return with(fromJava, passed, description, passed.cost());
  }

  ProbeResult with(@Nullable JavaMeasurement seen, Description said) {
    return with(seen, inChildJvm, said, Duration.ZERO);
  }

  private ProbeResult with(
      @Nullable JavaMeasurement seen,
      @Nullable IsolationResult inChild,
      @Nullable Description said,
      Duration more) {
    Duration total = cost.plus(more);
    return new ProbeResult(
        candidate, source, measurement, seen, natively, inChild, rejection, obstacle, said, total);
  }

  /**
   * Takes the measurement of a counter that reads by the same C function, if there is one: under
   * two names one function has one precision, so that chance does not decide between them.
   *
   * @param others results so far; null for a counter that has not been probed
   */
  ProbeResult sharing(@Nullable ProbeResult[] others) {
    for (ProbeResult other : others) {
      if (source != null
          && other != null
          && other.source != null
          && candidate.isOurs() // entryPoint() of others is third-party code
          && other.candidate.isOurs()
          && source.entryPoint().isPresent()
          && source.entryPoint().equals(other.source.entryPoint())
          && other.measurement != null) {
        return measured(candidate, source, other.measurement, natively).addCost(cost);
      }
    }
    return this;
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
        ? packaged.whyNarrower()
        : "";
  }

  /** Returns true if the counter is open and has a precision. */
  boolean usable() {
    return source != null && cycles() > 0;
  }

  /** Returns the precision without a penalty, in cycles; 0 if it has none. */
  long cycles() {
    Precision precision = measurement == null ? null : measurement.precision();
    return precision == null ? 0 : precision.cycles();
  }

  /** Returns the counter's width, 32 or 64; 64 if that is not known. */
  int bits() {
    return measurement == null ? 64 : measurement.bits();
  }

  private @Nullable Ratio cyclesPerTick() {
    return measurement == null ? null : measurement.cyclesPerTick();
  }

  /** Returns the cycles per tick, rounded, for a report; 0 if that is not known. */
  double scaling() {
    Ratio ratio = cyclesPerTick();
    return ratio == null ? 0 : ratio.toDouble();
  }

  /**
   * Returns true if the kernel may take the counter away while it is in use, or if its reads may
   * throw: a third party's is not trusted to go on working.
   */
  public boolean mayBeLost() {
    return source instanceof CheckedTicks || !candidate.isOurs();
  }

  /** Returns the state of its perf events when it was measured last; null if it has none. */
  @Nullable EventState events() {
    EventState last = fromJava == null ? null : fromJava.events();
    return last != null || measurement == null ? last : measurement.events();
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
   * that works, was left out, or is for another processor. Of this project's counters that failed
   * before anything was read, the source knows it; third-party code is not asked.
   */
  @Nullable Obstacle reportedObstacle() {
    if (!candidate.isOurs() || !(candidate.source() instanceof NativeCounterSource own)) {
      return obstacle;
    }
    boolean isRefused = obstacle == null && !rejection.isEmpty() && !cost.isZero();
    boolean hasRun = measurement != null || natively != null;
    Obstacle known = isRefused && !hasRun ? own.obstacleHere() : obstacle;
    return known != null && own.isForThisProcessor() ? known : null;
  }

  /**
   * Returns the open source's reads, through JNI or linked in the cheapest way this Java has, which
   * takes 30 to 100 ms in a JVM that has just started (cold start 14).
   */
  TickSource reads(boolean linked) {
    TickSource open = Objects.requireNonNull(source, candidate.name());
    return linked ? LinkedReads.of(open, bits()).source() : open;
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
    Ratio ratio = Objects.requireNonNull(cyclesPerTick(), candidate.name());
    TickSource extended = reads;
    long origin = originTicks;
    if (bits() == 32) {
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
    Ratio ratio = cyclesPerTick();
    Ratio others = other.cyclesPerTick();
    return candidate.provider() == other.candidate.provider()
        && candidate.name().equals(other.candidate.name())
        && bits() == other.bits()
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
