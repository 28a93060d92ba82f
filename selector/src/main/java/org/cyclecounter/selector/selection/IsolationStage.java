// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.Collections;
import java.util.List;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.ChildJvmIsolator;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeIsolator;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.selector.selection.Probe.Natively;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * Decides where each counter is first run. What is not this project's own is loaded, linked and
 * read in a child JVM before anything of it runs here, but where it says that it cannot crash and
 * no child can have it; this project's own counters that may crash go to a native child, where
 * there is one.
 */
final class IsolationStage {

  private final Isolation mode;
  private final boolean isNested;

  IsolationStage(Isolation mode, boolean isNested) {
    this.mode = mode;
    this.isNested = isNested;
  }

  /** Whether nothing of the counter may run here before it has passed in a child JVM. */
  boolean needsChildJvm(Candidate candidate) {
    if (mode == Isolation.NONE) {
      return false;
    }
    if (!candidate.isOurs()) {
      return true;
    }
    boolean isOpenedHarmlessly = candidate.source() instanceof NativeCounterSource;
    return candidate.mayCrash()
        && (mode == Isolation.JVM
            || mode == Isolation.AUTO && !(isOpenedHarmlessly && NativeIsolator.isOffered()))
        && !isForAnotherPlatform(candidate);
  }

  /** Then it is rejected here, and no child JVM is started for it. */
  private static boolean isForAnotherPlatform(Candidate candidate) {
    return candidate.source() instanceof NativeCounterSource packaged
        && !packaged.whyNotHere().isEmpty();
  }

  /** How a counter that needs no child JVM, or has been in one, is probed in this process. */
  Natively natively(Candidate candidate, boolean passedInChildJvm) {
    if (mode == Isolation.NONE
        || mode == Isolation.JVM
        || candidate.isOurs() && !candidate.mayCrash()) {
      return Natively.NOT;
    }
    boolean isRequired = candidate.mayCrash() && (mode == Isolation.NATIVE || !passedInChildJvm);
    return isRequired ? Natively.REQUIRED : Natively.WHERE_POSSIBLE;
  }

  /**
   * Whether a counter that could not be probed natively, though it has to be, has another chance.
   */
  boolean goesToChildJvmInstead(Candidate candidate) {
    return mode == Isolation.AUTO && candidate.isOurs();
  }

  /** Tries counters in a child JVM; an outcome for each. */
  List<IsolationResult> inChildJvm(List<Candidate> candidates) {
    if (candidates.isEmpty()) {
      return List.of();
    }
    if (!isNested) {
      return new ChildJvmIsolator(TimeLimit.seconds()).probe(candidates);
    }
    return Collections.nCopies(candidates.size(), IsolationResult.notProbed(Reasons.NESTED));
  }

  /** Whether a counter may be probed here after what a child JVM said of it. */
  static boolean mayRunHere(Candidate candidate, IsolationResult outcome) {
    // What says that it cannot crash, and cannot be probed elsewhere, is believed.
    return outcome.passed() || !candidate.mayCrash() && outcome.result() == Result.NOT_PROBED;
  }

  static String whyNot(Candidate candidate, IsolationResult outcome) {
    boolean wrong = !candidate.mayCrash() && outcome.died();
    return outcome.sentence() + (wrong ? Reasons.NOT_HARMLESS : "");
  }
}
