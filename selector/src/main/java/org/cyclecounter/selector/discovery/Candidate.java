// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;

/**
 * A counter that a provider lists, before it is probed, with its description as it was when first
 * asked: third-party code is not asked twice for what must not change.
 *
 * <p>Compare candidates by identity: a record's own {@code equals} is expensive at a start (cold
 * start 11) and calls third-party code.
 *
 * @param provider the provider that lists it
 * @param source the counter, not opened; a stand-in until its provider is created here
 * @param name its name, unique in this discovery and fit for reports and commands
 * @param kind the kind that it declares, which determines the penalty
 * @param scope the scope that it declares, or that the machine leaves to it
 * @param mayCrash the answer of {@code mayCrash()}: a claim, unless the counter is ours
 * @param isOurs true for one of this project's counters, which are tested to be as harmless as they
 *     say; third-party claims are verified. By the provider's class, see {@link
 *     org.cyclecounter.selector.report.Families#has}
 */
public record Candidate(
    FoundProvider provider,
    CounterSource source,
    String name,
    CounterKind kind,
    Scope scope,
    boolean mayCrash,
    boolean isOurs) {

  /** Returns how its provider was found. */
  public ProviderHandle handle() {
    return provider.handle();
  }

  /**
   * Returns true for a counter of a third party's provider that was found, not handed over. None of
   * its code runs here before it has passed in a child JVM.
   */
  public boolean isUntrusted() {
    return handle().isFound() && !isOurs;
  }

  /** Copies it as created here, with the scope that the machine leaves to it. */
  public Candidate with(CounterSource counter, Scope narrower) {
    return new Candidate(provider, counter, name, kind, narrower, mayCrash, isOurs);
  }

  /** Returns true for the counter of that name of the same provider object. */
  public boolean isSame(Candidate other) {
    return provider.instance() == other.provider.instance() && name.equals(other.name);
  }

  /**
   * Returns true if the thread of a step must have ended before the next counter is probed: the
   * counter may keep something open for its thread, such as a perf event.
   */
  public boolean keepsThreadState() {
    return scope == Scope.THREAD || !isOurs;
  }

  /** Says why one of our counters is unavailable on this machine; otherwise empty. */
  public String unavailableReason() {
    NativeCounterSource own = own();
    return own == null ? "" : own.unavailableReason();
  }

  /** Says why the machine contradicts the declared scope of one of our counters, which is open. */
  public String narrowingReason() {
    NativeCounterSource own = own();
    return own == null ? "" : own.narrowingReason();
  }

  /** Returns the rate by which one of our counters is scaled by 20260901 alone; 0 for none. */
  public long nominalHz() {
    NativeCounterSource own = own();
    return own == null ? 0 : own.nominalHz();
  }

  /** Returns true for one of our counters that is for another operating system. */
  public boolean isOfAnotherSystem() {
    NativeCounterSource own = own();
    return own != null && !own.isForThisSystem();
  }

  /** Returns the instruction that one of our counters executes; empty for a third party's. */
  public String instructionUnasked() {
    return isOurs ? source.instruction() : "";
  }

  /**
   * Returns the obstacle that the report names: something that could be changed; null for a counter
   * that works, was left out, or is for another processor.
   *
   * @param known the obstacle that the probe has found; null if it has found none
   * @param isRefused true if the counter was probed and rejected: of ours, the source knows why
   */
  public @Nullable Obstacle reportedObstacle(@Nullable Obstacle known, boolean isRefused) {
    NativeCounterSource own = own();
    if (own == null) {
      return known;
    }
    Obstacle obstacle = known == null && isRefused ? own.obstacleHere() : known;
    return obstacle != null && own.isForThisProcessor() ? obstacle : null;
  }

  /** Returns the source if it may be asked: third-party code is not. */
  private @Nullable NativeCounterSource own() {
    return isOurs && source instanceof NativeCounterSource own ? own : null;
  }
}
