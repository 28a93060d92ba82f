// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
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
import org.cyclecounter.spi.nativelib.Platform;
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
    Duration cost) {

  /** Ticks of the time-stamp counter on x86, cycles of the core on ARM. */
  private static final String WINDOWS_CYCLES = "windows-threadcycles";

  static ProbeResult rejected(Candidate candidate, String reason, Duration cost) {
    return rejected(candidate, reason, null, cost);
  }

  static ProbeResult rejected(
      Candidate candidate, String reason, @Nullable Obstacle obstacle, Duration cost) {
    return new ProbeResult(candidate, null, null, null, null, null, reason, obstacle, cost);
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
        candidate, source, measurement, null, natively, null, "", null, Duration.ZERO);
  }

  ProbeResult rejected(String reason) {
    return rejected(reason, null);
  }

  ProbeResult rejected(String reason, @Nullable Obstacle why) {
    return new ProbeResult(
        candidate, null, measurement, null, natively, inChildJvm, reason, why, cost);
  }

  /** What was read natively once more, and failed then. */
  ProbeResult failedNatively(IsolationResult again) {
    String reason = again.sentence();
    return new ProbeResult(
        candidate, null, measurement, null, null, inChildJvm, reason, again.obstacle(), cost);
  }

  ProbeResult plus(Duration more) {
    return with(fromJava, inChildJvm, more);
  }

  ProbeResult after(IsolationResult passed) {
    return with(fromJava, passed, passed.cost());
  }

  ProbeResult with(JavaMeasurement seen, Duration more) {
    return with(seen, inChildJvm, more);
  }

  private ProbeResult with(
      @Nullable JavaMeasurement seen, @Nullable IsolationResult inChild, Duration more) {
    Duration all = cost.plus(more);
    return new ProbeResult(
        candidate, source, measurement, seen, natively, inChild, rejection, obstacle, all);
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

  /**
   * What it counts. Perf events leave the kernel's cycles out where they are allowed to, and say
   * whether they were; a register that is read as it stands, and macOS's counts of a thread, have
   * all of them.
   */
  public Counted counted() {
    if (candidate.kind() == CounterKind.FIXED_RESOLUTION) {
      return Counted.TIME;
    }
    EventState events = events();
    boolean isMadeOfEvents = events != null || source != null && Measurement.isMadeOfEvents(source);
    if (isMadeOfEvents) {
      return events != null && events.countsKernel() ? Counted.CORE_CYCLES : Counted.USER_CYCLES;
    }
    return countedByARegister(candidate.kind(), candidate.name(), Platform.current().processor());
  }

  static Counted countedByARegister(CounterKind kind, String name, String processor) {
    boolean isOnCore =
        kind == CounterKind.ON_CORE || name.equals(WINDOWS_CYCLES) && processor.equals("aarch64");
    return isOnCore ? Counted.CORE_CYCLES : Counted.TICKS;
  }

  /**
   * What keeps the counter from working, and could be changed; null for one that works, was left
   * out, or cannot work here. A third party's code is not asked.
   */
  @Nullable Obstacle whatIsInTheWay() {
    boolean isRefused = obstacle == null && !rejection.isEmpty() && !cost.isZero();
    boolean hasRun = measurement != null || natively != null;
    return isRefused
            && !hasRun
            && candidate.isOurs()
            && candidate.source() instanceof NativeCounterSource own
        ? own.obstacleHere()
        : obstacle;
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
