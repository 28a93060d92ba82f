package org.cyclecounter.selector.choice;

import java.time.Duration;
import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.counting.CounterSpec;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a counter that has been tried.
 *
 * @param candidate the counter
 * @param source the open counter; null if it does not work
 * @param measurement its scaling and precision; null if it failed before
 * @param fromJava its precision where a program reads it; null where that was not measured apart
 * @param natively how it fared in a native child; null if it was not tried in one
 * @param inChildJvm how it fared in a child JVM; null if it was not tried in one
 * @param rejection why it does not work, one sentence; empty if it does
 * @param notTried whether that is so because it has to be tried elsewhere first
 * @param cost the time it took
 */
public record ProbeResult(
    Candidate candidate,
    @Nullable TickSource source,
    @Nullable Measurement measurement,
    @Nullable Precision fromJava,
    @Nullable IsolationResult natively,
    @Nullable IsolationResult inChildJvm,
    String rejection,
    boolean notTried,
    Duration cost) {

  static ProbeResult rejected(Candidate candidate, String reason, Duration cost) {
    return new ProbeResult(candidate, null, null, null, null, null, reason, false, cost);
  }

  static ProbeResult notTried(Candidate candidate, String reason) {
    return new ProbeResult(candidate, null, null, null, null, null, reason, true, Duration.ZERO);
  }

  static ProbeResult measured(
      Candidate candidate,
      TickSource source,
      Measurement measurement,
      @Nullable IsolationResult natively) {
    return new ProbeResult(
        candidate, source, measurement, null, natively, null, "", false, Duration.ZERO);
  }

  ProbeResult butRejected(String reason) {
    return new ProbeResult(
        candidate, null, measurement, null, natively, inChildJvm, reason, false, cost);
  }

  /** What was read natively once more, and failed then. */
  ProbeResult butFailed(IsolationResult again) {
    return new ProbeResult(
        candidate, null, measurement, null, null, inChildJvm, again.sentence(), false, cost);
  }

  ProbeResult plus(Duration more) {
    return new ProbeResult(
        candidate,
        source,
        measurement,
        fromJava,
        natively,
        inChildJvm,
        rejection,
        notTried,
        cost.plus(more));
  }

  ProbeResult after(IsolationResult passed) {
    return new ProbeResult(
        candidate,
        source,
        measurement,
        fromJava,
        natively,
        passed,
        rejection,
        notTried,
        cost.plus(passed.cost()));
  }

  ProbeResult with(Precision measuredFromJava, Duration more) {
    return new ProbeResult(
        candidate,
        source,
        measurement,
        measuredFromJava,
        natively,
        inChildJvm,
        rejection,
        notTried,
        cost.plus(more));
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

  /** What it counts. */
  Counted counted() {
    // Linux's perf events leave the kernel's cycles out where they are allowed to.
    boolean ofThread = candidate.scope() == Scope.THREAD;
    return switch (candidate.kind()) {
      case ON_CORE -> ofThread ? Counted.USER_CYCLES : Counted.CORE_CYCLES;
      case OFF_CORE -> ofThread ? Counted.USER_CYCLES : Counted.TICKS;
      case FIXED_RESOLUTION -> Counted.TIME;
    };
  }

  /** How a counter that works is put together. */
  CounterSpec spec(long cyclesPerSecond) {
    Ratio ratio = measurement == null ? null : measurement.cyclesPerTick();
    if (source == null || ratio == null) {
      throw new IllegalStateException("does not work: " + candidate.name());
    }
    return new CounterSpec(
        candidate.name(), candidate.scope(), source, bits(), ratio, cyclesPerSecond);
  }

  /** Whether a later choice came to the same counter: readings of the two can be compared. */
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
