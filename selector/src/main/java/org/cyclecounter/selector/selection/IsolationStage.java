// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.isolation.Budget;
import org.cyclecounter.selector.isolation.ChildJvmIsolator;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;

/** The child JVMs of a selection, and their budget in a first reading. */
final class IsolationStage implements AutoCloseable {

  /** The wall time that child JVMs may take of a first reading, in limits of a step. */
  private static final int BUDGET_STEPS = 4;

  /** True while child JVMs have a budget. */
  private boolean isLimited;

  /** Null before the first use of a child JVM. */
  private @Nullable ChildJvmIsolator isolator;

  /** Gives child JVMs the budget of a first reading, all together, until {@link #close}. */
  void limitToBudget() {
    isLimited = true;
  }

  /**
   * Asks third parties' providers for their counters in a child JVM, which waits for {@link
   * #inChildJvm} or {@link #close} afterwards.
   */
  Found list(Found found) {
    isolator().list(found.unlisted());
    return found.updated();
  }

  /**
   * Probes counters in a child JVM, all in one as long as none ends it.
   *
   * @param worthNs for each, the cost of a read in ns above which it cannot win; 0 for no bound
   * @return an outcome for each, in their order
   */
  List<IsolationResult> inChildJvm(List<Candidate> candidates, long[] worthNs) {
    return candidates.isEmpty() ? List.of() : isolator().probe(candidates, worthNs);
  }

  private ChildJvmIsolator isolator() {
    ChildJvmIsolator current = isolator;
    if (current == null) {
      int limitS = TimeLimit.seconds();
      Duration processor = Duration.ofSeconds(TimeLimit.thirdPartySeconds());
      Duration wall = Duration.ofSeconds((long) BUDGET_STEPS * limitS);
      Budget budget = isLimited ? new Budget(processor, wall) : null;
      current = new ChildJvmIsolator(limitS, budget);
      isolator = current;
    }
    return current;
  }

  /** Ends a child JVM that waits, and the budget. */
  @Override
  public void close() {
    if (isolator != null) {
      isolator.close();
    }
    isolator = null;
    isLimited = false;
  }
}
