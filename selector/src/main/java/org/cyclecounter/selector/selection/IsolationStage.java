// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.isolation.Budget;
import org.cyclecounter.selector.isolation.ChildJvmIsolator;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;

/**
 * Decides where each counter is first run. Strangers, which were found and are not this project's
 * own, are created, listed, linked and read in a child JVM before any of their code runs here, or
 * are rejected if none can be started. Of providers that were handed over, which run here already,
 * only counters that may crash are probed. This project's own counters that may crash are read in a
 * native child, where the platform has one.
 *
 * <p>{@code docs/isolation.md} has all cases.
 */
final class IsolationStage implements AutoCloseable {

  /** The wall time that child JVMs may take of a first reading, in limits of a step. */
  private static final int BUDGET_STEPS = 4;

  private final Isolation mode;

  /** True while child JVMs have a budget. */
  private boolean isLimited;

  /** Null before the first use of a child JVM. */
  private @Nullable ChildJvmIsolator isolator;

  IsolationStage(Isolation mode) {
    this.mode = mode;
  }

  /** Returns true if nothing of the counter may run here before it has passed in a child JVM. */
  boolean startsInChildJvm(Candidate candidate) {
    if (mode == Isolation.NONE) {
      return false;
    }
    if (!candidate.isOurs()) {
      return candidate.isStranger() || candidate.mayCrash();
    }
    // open() of these loads the packaged library and links, and executes nothing that may fault.
    boolean isOpenedHarmlessly = candidate.source() instanceof NativeCounterSource;
    return candidate.mayCrash()
        && (mode == Isolation.JVM
            || mode == Isolation.AUTO && !(isOpenedHarmlessly && NativeChild.IS_OFFERED))
        && candidate.unavailableReason().isEmpty(); // rejected here: a JVM starts in 60 ms
  }

  /**
   * Returns true if a counter that needs no child JVM, or has passed in one, is run in a native
   * child before it is read in this process: if it has an entry point and a child can start.
   */
  boolean usesNativeChild(Candidate candidate) {
    return (mode == Isolation.AUTO || mode == Isolation.NATIVE)
        && (candidate.mayCrash() || !candidate.isOurs());
  }

  /**
   * Returns true if such a counter is not read here otherwise. After a child JVM a native child is
   * a second line of defence only, and may be missing.
   *
   * @param passed the outcome in a child JVM, in which it has passed; null if it needed none
   */
  boolean requiresNativeProbe(Candidate candidate, @Nullable IsolationResult passed) {
    return candidate.mayCrash() && (mode == Isolation.NATIVE || passed == null);
  }

  /**
   * Returns true if a counter that has to be probed natively, and could not be, gets a probe in a
   * child JVM instead: a system-call filter that ends the native child before the counter is opened
   * says nothing about the counter.
   */
  boolean fallsBackToChildJvm(Candidate candidate) {
    return mode == Isolation.AUTO && candidate.isOurs();
  }

  /** Gives child JVMs the budget of a first reading, all together, until {@link #close}. */
  void limitToBudget() {
    isLimited = true;
  }

  /**
   * Asks the strangers for their counters in a child JVM, which waits for {@link #inChildJvm} or
   * {@link #close} afterwards.
   */
  Found list(Found found) {
    return found.with(isolator().list(found.strangers()));
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
