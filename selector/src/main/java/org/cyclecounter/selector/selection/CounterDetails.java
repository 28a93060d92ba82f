// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cyclecounter.Counted;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.CounterFacts;
import org.cyclecounter.selector.Scoring;
import org.jspecify.annotations.Nullable;

/**
 * The facts of probed counters, and the scoring that ranked them. It keeps no counter and no
 * provider reachable, because a program may hold it longer than a bundle's class loader should
 * live. Immutable.
 */
public class CounterDetails implements CounterFacts {

  private static final Facts NONE = new Facts(null, null, "", false);

  private final Scoring scoring;
  private final Map<String, Facts> byName;

  private record Facts(
      @Nullable Counted counted, @Nullable Obstacle obstacle, String instruction, boolean other) {}

  /** Copies the facts of all counters. */
  CounterDetails(Scoring scoring, List<CandidateState> states) {
    this.scoring = scoring;
    byName = new HashMap<>();
    for (CandidateState state : states) {
      byName.put(state.candidate().name(), of(state));
    }
  }

  /** Knows a clock, which was not probed, and nothing else. */
  CounterDetails(Scoring scoring, String clock) {
    this.scoring = scoring;
    byName = Map.of(clock, new Facts(Counted.TIME, null, "", false));
  }

  /** Shares another one's facts, for a selection that has them. */
  protected CounterDetails(CounterDetails other) {
    scoring = other.scoring;
    byName = other.byName;
  }

  /** Returns the scoring of the selection. */
  public Scoring scoring() {
    return scoring;
  }

  private static Facts of(CandidateState state) {
    Obstacle obstacle = state.reportedObstacle();
    // A counter that could work is described although its source was never asked: the doctor's
    // advice is about what it would count.
    boolean couldWork = obstacle != null && state.candidate().isOurs();
    Counted counted = couldWork ? state.candidate().source().counted() : state.counted;
    return new Facts(counted, obstacle, state.instruction(), state.candidate().isOfAnotherSystem());
  }

  private Facts of(String name) {
    return byName.getOrDefault(name, NONE);
  }

  @Override
  public Optional<Counted> counted(String name) {
    return Optional.ofNullable(of(name).counted());
  }

  @Override
  public Optional<Obstacle> obstacle(String name) {
    return Optional.ofNullable(of(name).obstacle());
  }

  @Override
  public boolean isOfAnotherSystem(String name) {
    return of(name).other();
  }

  @Override
  public String instruction(String name) {
    return of(name).instruction();
  }
}
