// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Measured;
import org.cyclecounter.Obstacle;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CounterFacts;
import org.cyclecounter.tools.doctor.Diagnosis;
import org.cyclecounter.tools.doctor.Doctor;
import org.cyclecounter.tools.machine.MachineFacts;
import org.cyclecounter.tools.observe.Observation;
import org.cyclecounter.tools.observe.ObservedCounter;
import org.cyclecounter.tools.observe.Observer;
import org.jspecify.annotations.Nullable;

/**
 * What a page is made of.
 *
 * @param counted what each counter that works counts, by its name
 * @param obstacles what keeps others from working, by their names
 * @param observations of usable counters, in the report's order
 * @param unopened why a usable counter was not observed, by its name
 */
public record PageInput(
    SelectionReport report,
    Map<String, Counted> counted,
    Map<String, Obstacle> obstacles,
    MachineFacts machine,
    Diagnosis diagnosis,
    List<Observation> observations,
    Map<String, String> unopened) {

  /** More counters than so many are not observed: a page is to be made within seconds. */
  public static final int MAX_OBSERVED = 24;

  private static final long MAX_OPENING_NS = 8_000_000_000L;
  private static final double OPENED = 0.3;

  // Copies what may change.
  public PageInput {
    counted = Map.copyOf(counted);
    obstacles = Map.copyOf(obstacles);
    observations = List.copyOf(observations);
    unopened = Map.copyOf(unopened);
  }

  /**
   * Opens, unless it cannot be used any more, and observes every usable counter and reads the
   * machine's facts, which takes two to four seconds. The progress is told from time to time what
   * part of the time has passed, from 0 to 1.
   */
  public static PageInput observe(
      SelectionReport report,
      CounterFacts facts,
      Function<String, @Nullable CycleCounter> opener,
      DoubleConsumer progress) {
    Map<String, String> unopened = new LinkedHashMap<>();
    List<ObservedCounter> subjects = new ArrayList<>();
    long startNs = System.nanoTime();
    List<CounterReport> usable = usable(report);
    for (CounterReport counter : usable) {
      String name = counter.name();
      if (subjects.size() >= MAX_OBSERVED || System.nanoTime() - startNs > MAX_OPENING_NS) {
        unopened.put(name, PageText.NO_TIME);
        continue;
      }
      CycleCounter open = opener.apply(name);
      if (open == null || !open.implementation().equals(name)) {
        unopened.put(name, PageText.GONE);
      } else {
        Measured measured = counter.measured();
        subjects.add(
            new ObservedCounter(name, open, measured == null ? 0 : measured.nanosPerRead()));
      }
      progress.accept(OPENED * (subjects.size() + unopened.size()) / usable.size());
    }
    List<Observation> observations =
        new Observer().observe(subjects, part -> progress.accept(OPENED + (1 - OPENED) * part));
    return of(report, facts, observations, unopened);
  }

  /** Reads the machine's facts, and takes what has been observed before. */
  public static PageInput of(
      SelectionReport report,
      CounterFacts facts,
      List<Observation> observations,
      Map<String, String> unopened) {
    MachineFacts machine = MachineFacts.read();
    return new PageInput(
        report,
        known(report, facts::counted),
        known(report, facts::obstacle),
        machine,
        Doctor.examine(report, facts, machine),
        observations,
        unopened);
  }

  private static <T> Map<String, T> known(
      SelectionReport report, Function<String, Optional<T>> asked) {
    Map<String, T> known = new LinkedHashMap<>();
    for (CounterReport counter : report.counters()) {
      asked.apply(counter.name()).ifPresent(what -> known.put(counter.name(), what));
    }
    return known;
  }

  /** The counters that work, the selected one first. */
  static List<CounterReport> usable(SelectionReport report) {
    return report.counters().stream()
        .filter(counter -> counter.verdict() != Verdict.REJECTED)
        .sorted(Comparator.comparing(CounterReport::verdict)) // the selected one first
        .toList();
  }

  /** What was observed of a counter; null for nothing. */
  @Nullable Observation observation(String name) {
    return observations.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
  }
}
