package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.Outcome.Result;
import org.cyclecounter.spi.nativelib.NativeCounterSource;

/**
 * The cheapest safe way for each counter: natively what the kit for packaged libraries opens, which
 * executes nothing that may fault, and what has an entry point; a child JVM for the rest.
 */
public final class AutoIsolator implements Isolator {

  private final NativeIsolator natively = new NativeIsolator();
  private final Isolator inChildJvm = new ChildJvmIsolator();

  /** With the limits of both ways. */
  public AutoIsolator() {}

  @Override
  public List<Outcome> tryAll(List<Candidate> candidates) {
    Outcome[] outcomes = new Outcome[candidates.size()];
    List<Candidate> rest = new ArrayList<>();
    for (int i = 0; i < outcomes.length; i++) {
      Candidate candidate = candidates.get(i);
      if (candidate.source() instanceof NativeCounterSource) {
        outcomes[i] = natively.tryOne(candidate);
      }
      if (outcomes[i] == null || outcomes[i].result() == Result.NOT_TRIED) {
        outcomes[i] = null;
        rest.add(candidate);
      }
    }
    if (!rest.isEmpty()) {
      List<Outcome> ofRest = inChildJvm.tryAll(rest);
      for (int i = 0, next = 0; i < outcomes.length; i++) {
        if (outcomes[i] == null) {
          outcomes[i] = ofRest.get(next++);
        }
      }
    }
    return List.of(outcomes);
  }
}
