package org.cyclecounter.selector.choice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.counting.LosableCounter;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.frequency.Frequency;
import org.cyclecounter.selector.frequency.FrequencyEstimator;
import org.cyclecounter.selector.isolation.ChildJvmIsolator;
import org.cyclecounter.selector.isolation.Outcome;
import org.cyclecounter.selector.scoring.Trial;
import org.cyclecounter.selector.scoring.Trials;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.jspecify.annotations.Nullable;

/**
 * One run of the choice: frequency, discovery, isolation, trials, the smallest precision. {@link
 * #rank()} and {@link #run()} try every counter; {@link #first()} only those that can win, and
 * {@link #rest} the others when somebody asks for a report.
 */
public final class Selection {

  private final Settings settings;
  private final long startNs = System.nanoTime();
  private final Frequency frequency;
  private final Discovery discovery;
  private final List<Candidate> candidates;
  private final Trials trials;

  /** What came of each candidate; null for one that has not been tried yet. */
  private final Trial[] results;

  private long firstNs;

  /**
   * Finds the counters; the time it takes counts from here.
   *
   * @param settings what it keeps to
   */
  public Selection(Settings settings) {
    this.settings = settings;
    discovery =
        settings.providers() == null ? new Discovery() : new Discovery(settings.providers());
    candidates = discovery.candidates();
    frequency =
        settings.cyclesPerSecond() > 0
            ? new Frequency(settings.cyclesPerSecond(), "set by the caller")
            : FrequencyEstimator.ofThisMachine().estimate();
    trials = new Trials(settings.scoring(), frequency.hz());
    results = new Trial[candidates.size()];
  }

  /**
   * Chooses; only the counter chosen, and those that follow it should it be lost, stay open.
   *
   * @return the counter and the report
   */
  public Selected run() {
    Ranking ranking = rank();
    Place best = ranking.best();
    for (Place place : ranking.places()) {
      if (!place.chain().isEmpty() && !best.chain().contains(place.chain().get(0))) {
        Trials.close(place.chain().get(0));
      }
    }
    CycleCounter counter = best.counter();
    Consumer<SelectionReport> listener = settings.onLoss();
    if (counter instanceof LosableCounter losable && listener != null) {
      SelectionReport report = ranking.report();
      losable.successors().onLoss(successors -> listener.accept(successors.report(report)));
    }
    return new Selected(counter, ranking.report());
  }

  /**
   * Tries every counter; all that work stay open.
   *
   * @return the counters, best first, and the report
   */
  public Ranking rank() {
    tryRest();
    List<Trial> ranked = new ArrayList<>(tried());
    ranked.removeIf(trial -> !trial.usable());
    ranked.sort(Comparator.comparingLong(Trial::precision)); // stable: ties go to the earlier
    Trial best = ranked.isEmpty() ? null : ranked.get(0);
    SelectionReport report = report(best, startNs);
    Map<String, CounterReport> reports = new HashMap<>();
    report.counters().forEach(counter -> reports.putIfAbsent(counter.name(), counter));
    List<Place> places = new ArrayList<>();
    for (Trial trial : ranked) {
      places.add(
          new Place(
              withSuccessors(trial, ranked),
              frequency.hz(),
              reports.get(trial.candidate().name())));
    }
    if (places.isEmpty()) {
      places.add(new Place(List.of(), frequency.hz(), reports.get(Place.LAST_RESORT)));
    }
    return new Ranking(List.copyOf(places), report);
  }

  /**
   * A counter; where it may be taken away, the next best that would be left, and so on to one that
   * stays.
   */
  private static List<Trial> withSuccessors(Trial first, List<Trial> ranked) {
    List<Trial> chain = new ArrayList<>(List.of(first));
    List<Trial> rest = new ArrayList<>(ranked);
    rest.remove(first);
    while (Place.mayBeLost(chain.get(chain.size() - 1)) && !rest.isEmpty()) {
      Candidate last = chain.get(chain.size() - 1).candidate();
      if (last.kind() == CounterKind.OFF_CORE && last.scope() == Scope.SYSTEM) {
        // The operating system's clocks read the same register, in the same thread.
        rest.removeIf(trial -> trial.candidate().scope() == Scope.SYSTEM);
      }
      if (!rest.isEmpty()) {
        chain.add(rest.remove(0));
      }
    }
    return List.copyOf(chain);
  }

  /**
   * Tries packaged counters as long as one of them could still beat the best: a penalty and one
   * cycle are the least that a counter can have.
   *
   * @return the best of all counters; null where a child JVM, a clock of Java's or a counter that
   *     may be lost would have to be looked at, so that it is not known yet
   */
  @Nullable Trial first() {
    int best = -1;
    for (CounterKind kind : CounterKind.values()) { // the least penalty first
      for (int i = 0; i < results.length; i++) {
        Candidate candidate = candidates.get(i);
        if (candidate.kind() != kind || !isQuicklyTried(candidate) || !canBeat(i, best)) {
          continue;
        }
        results[i] = trials.runAtOnce(candidate);
        if (results[i] == null) {
          return null;
        }
        if (results[i].usable() && (best < 0 || isBetter(i, best))) {
          best = i;
        }
      }
    }
    for (int i = 0; i < results.length; i++) {
      if (results[i] == null && canBeat(i, best)) {
        return null;
      }
    }
    firstNs = System.nanoTime() - startNs;
    return best < 0 || Place.mayBeLost(results[best]) ? null : results[best];
  }

  private static boolean isQuicklyTried(Candidate candidate) {
    return candidate.mayCrash()
        ? candidate.source() instanceof NativeCounterSource
        : candidate.isOurs();
  }

  private boolean isBetter(int i, int best) {
    long by = results[best].precision() - results[i].precision();
    return by > 0 || by == 0 && i < best;
  }

  /** Whether a counter that has not been tried could be better than that at a place. */
  private boolean canBeat(int i, int best) {
    if (best < 0) {
      return true;
    }
    long least = candidates.get(i).kind().penaltyCycles() + 1;
    // Ties go to the earlier.
    return least < results[best].precision() || least == results[best].precision() && i < best;
  }

  /**
   * Tries the counters that could not have been better than the first choice.
   *
   * @param chosen what {@link #first()} gave
   * @return every counter that was looked at
   */
  SelectionReport rest(Trial chosen) {
    long restNs = System.nanoTime();
    int place = tried().indexOf(chosen);
    tryRest();
    for (int i = 0; i < results.length; i++) {
      if (i != place) {
        Trials.close(results[i]);
      }
    }
    return report(results[place], restNs - firstNs);
  }

  /** A counter of what {@link #first()} gave; such a one has no successors. */
  CycleCounter counter(Trial chosen) {
    List<Trial> chain = List.of(chosen);
    return new Place(chain, hz(), Reports.of(chosen, true)).counter();
  }

  long hz() {
    return frequency.hz();
  }

  private List<Trial> tried() {
    return Arrays.asList(results);
  }

  private SelectionReport report(@Nullable Trial best, long sinceNs) {
    return Reports.of(frequency, tried(), best, discovery.rejected(), sinceNs);
  }

  private void tryRest() {
    Map<Candidate, Trial> rejected = new IdentityHashMap<>();
    List<Candidate> mayCrash = new ArrayList<>();
    List<Candidate> unchecked = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      Candidate candidate = candidates.get(i);
      String reason = results[i] != null ? "" : whyLeftOut(candidate);
      if (!reason.isEmpty()) {
        rejected.put(candidate, Trial.rejected(candidate, reason, Duration.ZERO));
      } else if (results[i] != null || settings.isolation() == Isolation.NONE) {
        continue;
      } else if (candidate.mayCrash()
          || !candidate.isOurs() && settings.isolation() != Isolation.NATIVE) {
        mayCrash.add(candidate);
      } else if (!candidate.isOurs()) {
        unchecked.add(candidate);
      }
    }
    Map<Candidate, Outcome> passed =
        Isolating.isolate(Isolating.by(settings.isolation()), mayCrash, rejected);
    passed.putAll(Isolating.isolate(new ChildJvmIsolator(), unchecked, rejected));
    List<Integer> fresh = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      Candidate candidate = candidates.get(i);
      if (results[i] == null) {
        Trial trial = rejected.get(candidate);
        results[i] = trial != null ? trial : run(candidate, passed.get(candidate));
        fresh.add(i);
      }
    }
    fresh.forEach(i -> results[i] = trials.again(results[i]));
    for (int i = 0; i < results.length; i++) {
      results[i] = trials.inJava(results[i]);
    }
  }

  private Trial run(Candidate candidate, @Nullable Outcome outcome) {
    Trial trial = trials.run(candidate);
    return outcome == null ? trial : trial.plus(outcome.sentence(), outcome.cost());
  }

  /** Empty if the counter is to be tried. */
  private String whyLeftOut(Candidate candidate) {
    if (settings.exclude().contains(candidate.name())) {
      return "excluded by the caller";
    }
    if (!settings.include().isEmpty() && !settings.include().contains(candidate.name())) {
      return "not among the counters the caller asked for";
    }
    if (!settings.highResolution() && candidate.kind() != CounterKind.FIXED_RESOLUTION) {
      return "high-resolution counters are not wanted here: only clocks in fixed units of time are";
    }
    // Opening a packaged library's counter executes nothing that may crash, and often tells enough.
    return candidate.source() instanceof NativeCounterSource ? trials.whyNotOpen(candidate) : "";
  }
}
