// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import org.cyclecounter.Counted;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.counting.CounterSpec;
import org.cyclecounter.selector.counting.Ratio;
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
 * What is known of a counter that has been probed.
 *
 * @param candidate the counter
 * @param source the open counter; null if it does not work
 * @param measurement its scaling and precision; null if it failed before
 * @param fromJava what it is where a program reads it; null where that was not measured
 * @param natively how it fared in a native child; null if it was not probed in one
 * @param inChildJvm how it fared in a child JVM; null if it was not probed in one
 * @param rejection why it does not work, one sentence; empty if it does
 * @param obstacle what keeps it from working, where its probe has told that, or NOT_PROBED where it
 *     has to be probed elsewhere first; null otherwise
 * @param description the answers of its source; null where it has not been asked
 * @param cost the time it took
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

  static ProbeResult rejected(Candidate candidate, String reason, Duration cost) {
    return rejected(candidate, reason, null, cost);
  }

  static ProbeResult rejected(
      Candidate candidate, String reason, @Nullable Obstacle obstacle, Duration cost) {
    return new ProbeResult(candidate, null, null, null, null, null, reason, obstacle, null, cost);
  }

  static ProbeResult notProbed(Candidate candidate, String reason) {
    return rejected(candidate, reason, Obstacle.NOT_PROBED, Duration.ZERO);
  }

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

  ProbeResult rejected(String reason, @Nullable Obstacle why) {
    return new ProbeResult(
        candidate, null, measurement, null, natively, inChildJvm, reason, why, null, cost);
  }

  /** What was read natively once more, and failed then. */
  ProbeResult failedNatively(IsolationResult again) {
    String reason = again.sentence();
    return new ProbeResult(
        candidate, null, measurement, null, null, inChildJvm, reason, again.obstacle(), null, cost);
  }

  ProbeResult plus(Duration more) {
    return with(fromJava, inChildJvm, description, more);
  }

  ProbeResult after(IsolationResult passed) {
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
    Duration all = cost.plus(more);
    return new ProbeResult(
        candidate, source, measurement, seen, natively, inChild, rejection, obstacle, said, all);
  }

  boolean notProbed() {
    return obstacle != null && obstacle == Obstacle.NOT_PROBED; // no class to load for most
  }

  boolean usable() {
    return source != null && cycles() > 0;
  }

  /** Its precision without a penalty, in cycles; 0 if it has none. */
  long cycles() {
    Precision precision = measurement == null ? null : measurement.precision();
    return precision == null ? 0 : precision.cycles();
  }

  int bits() {
    return measurement == null ? 64 : measurement.bits();
  }

  /** Cycles for each tick; 0 where that is not known. */
  double scaling() {
    Ratio ratio = measurement == null ? null : measurement.cyclesPerTick();
    return ratio == null ? 0 : ratio.toDouble();
  }

  /** Whether it may be taken away while it is in use. */
  public boolean mayBeLost() {
    return source instanceof CheckedTicks ticks && ticks.mayBeLost()
        || !candidate.isOurs() && candidate.mayCrash();
  }

  /** The state of its perf events when it was measured last; null where there are none. */
  @Nullable EventState events() {
    EventState now = fromJava == null ? null : fromJava.events();
    return now != null || measurement == null ? now : measurement.events();
  }

  /** The unit of its readings; null where its source has not been asked. */
  @Nullable Counted counted() {
    return description == null ? null : description.counted();
  }

  /** The instruction or function that a read executes; empty where that is not known. */
  String instruction() {
    if (description != null) {
      return description.instruction();
    }
    return candidate.isOurs() ? candidate.source().instruction() : ""; // no stranger's code
  }

  /**
   * What keeps the counter from working, and could be changed; null for one that works, was left
   * out, or cannot work here. A third party's code is not asked.
   */
  @Nullable Obstacle whatIsInTheWay() {
    if (!candidate.isOurs() || !(candidate.source() instanceof NativeCounterSource own)) {
      return obstacle;
    }
    boolean isRefused = obstacle == null && !rejection.isEmpty() && !cost.isZero();
    boolean hasRun = measurement != null || natively != null;
    Obstacle known = isRefused && !hasRun ? own.obstacleHere() : obstacle;
    return known != null && own.isForThisProcessor() ? known : null;
  }

  CounterSpec spec(long cyclesPerSecond) {
    Ratio ratio = measurement == null ? null : measurement.cyclesPerTick();
    if (source == null || ratio == null) {
      throw new IllegalStateException("does not work: " + candidate.name());
    }
    return new CounterSpec(
        candidate.name(), candidate.scope(), source, bits(), ratio, cyclesPerSecond);
  }

  /** Whether a later selection came to the same counter: readings of the two can be compared. */
  boolean isSame(ProbeResult other) {
    Ratio ratio = measurement == null ? null : measurement.cyclesPerTick();
    Ratio others = other.measurement == null ? null : other.measurement.cyclesPerTick();
    return candidate.provider() == other.candidate.provider()
        && candidate.name().equals(other.candidate.name())
        && bits() == other.bits()
        && ratio != null
        && others != null
        && ratio.isEqualTo(others);
  }

  /** Closes the open counter, within a time limit; whatever it does then is ignored. */
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
