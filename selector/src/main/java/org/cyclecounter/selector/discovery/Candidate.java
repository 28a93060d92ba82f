// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.discovery;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * A counter with its provider, and its description as it was when first asked: third-party code is
 * not asked twice for what must not change.
 *
 * @param provider where it comes from
 * @param source the counter
 * @param name its name, checked
 * @param kind what it counts
 * @param scope between which readings a difference means something
 * @param mayCrash whether it has to be probed elsewhere first
 * @param whose the provider's class, and where it is, for people
 */
public record Candidate(
    CycleCounterProvider provider,
    CounterSource source,
    String name,
    CounterKind kind,
    Scope scope,
    boolean mayCrash,
    String whose) {

  /**
   * Whether it is one of this project's counters, which are tested to be as harmless as they say; a
   * third party's word is checked where it can be.
   */
  public boolean isOurs() {
    return OwnProviders.has(provider.getClass());
  }

  /**
   * Whether each step of it runs on a thread of its own, which costs as much as all of a probe: a
   * third party's does, and one that sets something up for its thread.
   */
  public boolean needsOwnThread() {
    return scope == Scope.THREAD || !isOurs();
  }
}
