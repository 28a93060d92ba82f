// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * A counter that a provider lists, before it is probed, with its description as it was when first
 * asked: third-party code is not asked twice for what must not change.
 *
 * <p>Compare candidates by identity: a record's own {@code equals} is expensive at a start (cold
 * start 11) and calls third-party code.
 *
 * @param handle how its provider was found
 * @param provider the provider that lists it; a {@link ListedProvider} until the counter has passed
 *     in a child JVM
 * @param source the counter, not opened
 * @param name its name, unique in this discovery and fit for reports and commands
 * @param kind the kind that it declares, which determines the penalty
 * @param scope the scope that it declares, or that the machine leaves to it
 * @param mayCrash the answer of {@code mayCrash()}: a claim, unless the counter {@link #isOurs()}
 */
public record Candidate(
    ProviderHandle handle,
    CycleCounterProvider provider,
    CounterSource source,
    String name,
    CounterKind kind,
    Scope scope,
    boolean mayCrash) {

  /**
   * Returns true for one of this project's counters, which are tested to be as harmless as they
   * say. Third-party claims are verified. By the provider's class, which nobody else can have in a
   * named module; see {@link OwnProviders}.
   */
  public boolean isOurs() {
    return OwnProviders.has(provider.getClass());
  }

  /**
   * Returns true for a counter of a stranger: a provider that was found, not handed over, and is a
   * third party's. None of its code runs here before it has passed in a child JVM.
   */
  public boolean isStranger() {
    return handle.isFound() && !isOurs();
  }

  /** Copies it as created here, with the scope that the machine leaves to it. */
  public Candidate with(CycleCounterProvider created, CounterSource counter, Scope narrower) {
    return new Candidate(handle, created, counter, name, kind, narrower, mayCrash);
  }

  /**
   * Returns true if each step of the counter needs a separate thread, which costs as much as all of
   * a probe: a third party's, which may never return or leave something behind, and one that sets
   * up something for its thread, such as a perf event, that must be gone when the next one is
   * probed.
   */
  public boolean needsOwnThread() {
    return scope == Scope.THREAD || !isOurs();
  }
}
