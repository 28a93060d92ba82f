package org.cyclecounter.selector.scoring;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.NativeIsolator;
import org.cyclecounter.selector.isolation.Outcome;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens, tries natively and measures one packaged counter. A class, not lambdas: see {@link
 * org.cyclecounter.selector.limits.Text}.
 */
final class AtOnce implements Callable<@Nullable Trial>, Function<String, @Nullable Trial> {
  private final Trials trials;
  private final Candidate candidate;

  AtOnce(Trials trials, Candidate candidate) {
    this.trials = trials;
    this.candidate = candidate;
  }

  @Override
  public @Nullable Trial call() throws CounterUnavailableException {
    TickSource source = candidate.source().open();
    Trial trial = null;
    try {
      String seen = "";
      if (candidate.mayCrash()) {
        Outcome outcome = NativeIsolator.tryOpened(source);
        if (outcome.result() == Outcome.Result.NOT_TRIED) {
          return null;
        }
        seen = outcome.sentence();
        if (!outcome.passed()) {
          trial = Trial.rejected(candidate, seen, Duration.ZERO);
          return trial;
        }
      }
      trial = Trials.onceMore(trials.measure(candidate, source)).plus(seen, Duration.ZERO);
      return trial;
    } finally {
      if (trial == null || !trial.usable()) {
        source.close();
      }
    }
  }

  @Override
  public Trial apply(String reason) {
    return Trial.rejected(candidate, reason, Duration.ZERO);
  }
}
