package org.cyclecounter.selector.isolation;

import java.util.List;
import org.cyclecounter.selector.discovery.Candidate;

/** Runs counters that may crash where a crash hurts nobody. */
public interface Isolator {

  /**
   * Opens and reads each counter, away from this process.
   *
   * @param candidates the counters
   * @return an outcome for each, in the same order; never throws for anything a counter does
   */
  List<IsolationResult> tryAll(List<Candidate> candidates);
}
