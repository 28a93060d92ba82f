package org.cyclecounter.selector.choice;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.AutoIsolator;
import org.cyclecounter.selector.isolation.ChildJvmIsolator;
import org.cyclecounter.selector.isolation.Isolator;
import org.cyclecounter.selector.isolation.NativeIsolator;
import org.cyclecounter.selector.isolation.Outcome;
import org.cyclecounter.selector.isolation.Outcome.Result;
import org.cyclecounter.selector.scoring.Trial;

/** Sorts counters by how they fare where a crash hurts nobody. */
final class Isolating {

  private static final String LIE = "; its mayCrash() is false, which is wrong";

  private Isolating() {}

  /** Adds what failed to {@code rejected}; gives what passed. */
  static Map<Candidate, Outcome> isolate(
      Isolator isolator, List<Candidate> candidates, Map<Candidate, Trial> rejected) {
    Map<Candidate, Outcome> passed = new IdentityHashMap<>();
    if (candidates.isEmpty()) {
      return passed;
    }
    List<Outcome> outcomes = isolator.tryAll(candidates);
    for (int i = 0; i < candidates.size(); i++) {
      Candidate candidate = candidates.get(i);
      Outcome outcome = outcomes.get(i);
      if (outcome.passed()) {
        passed.put(candidate, outcome);
      } else if (candidate.mayCrash() || outcome.result() != Result.NOT_TRIED) {
        // What says that it cannot crash, and cannot be tried elsewhere, is believed.
        String lie = candidate.mayCrash() || !outcome.died() ? "" : LIE;
        rejected.put(
            candidate, Trial.rejected(candidate, outcome.sentence() + lie, outcome.cost()));
      }
    }
    return passed;
  }

  static Isolator by(Isolation isolation) {
    return switch (isolation) {
      case NATIVE -> new NativeIsolator();
      case JVM -> new ChildJvmIsolator();
      case AUTO, NONE -> new AutoIsolator();
    };
  }
}
