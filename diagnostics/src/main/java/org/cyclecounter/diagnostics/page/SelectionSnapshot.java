// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.doctor.Diagnosis;
import org.cyclecounter.diagnostics.doctor.Doctor;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.diagnostics.observe.Observation;
import org.cyclecounter.diagnostics.observe.ObservedCounter;
import org.cyclecounter.diagnostics.observe.Observer;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.jspecify.annotations.Nullable;

/**
 * A selection at one moment, with what was observed of its counters: what a page shows.
 *
 * @param selected the selection
 * @param report the selection's report when the page was begun: a later one lacks lost counters
 * @param machine this machine's facts, read when the page was begun
 * @param diagnosis the doctor's, of this report and this machine
 * @param observations of usable counters, in the report's order
 * @param unopened why a usable counter was not observed, by its name
 */
public record SelectionSnapshot(
    Selected selected,
    SelectionReport report,
    MachineFacts machine,
    Diagnosis diagnosis,
    List<Observation> observations,
    Map<String, String> unopened) {

  /** The most counters that are observed: a page is to be made within seconds. */
  public static final int MAX_OBSERVED = 24;

  /** The reason for a counter without pictures that works. */
  static final String NO_TIME = "not observed: the page is made within seconds";

  /** The reason for a counter without pictures that worked when it was selected among others. */
  static final String GONE = "not observed: it could not be opened a second time";

  /** Nanoseconds for opening all of them; one more may take as long as its probe's limits. */
  private static final long MAX_OPENING_NS = 8_000_000_000L;

  /** The part of the time that opening counters takes, roughly. */
  private static final double OPENING = 0.3;

  /** Reads the machine's facts; nothing has been observed. */
  public static SelectionSnapshot of(Selected selected) {
    SelectionReport report = selected.report();
    MachineFacts machine = MachineFacts.read();
    Diagnosis diagnosis = Doctor.examine(selected, machine);
    return new SelectionSnapshot(selected, report, machine, diagnosis, List.of(), Map.of());
  }

  /**
   * Opens and observes every usable counter and reads the machine's facts, which takes two to four
   * seconds.
   *
   * @param opener opens a counter by its name; null, or a counter of another name, for one that
   *     cannot be used any more
   * @param progress receives from time to time the part of the time that has passed, from 0 to 1
   */
  public static SelectionSnapshot observe(
      Selected selected, Function<String, @Nullable CycleCounter> opener, DoubleConsumer progress) {
    SelectionSnapshot input = of(selected);
    Map<String, String> unopened = new LinkedHashMap<>();
    List<ObservedCounter> subjects = new ArrayList<>();
    long startNs = System.nanoTime();
    List<CounterReport> usable = usable(input.report());
    for (CounterReport counter : usable) {
      String name = counter.name();
      boolean isLate =
          subjects.size() >= MAX_OBSERVED || System.nanoTime() - startNs > MAX_OPENING_NS;
      CycleCounter open = isLate ? null : opener.apply(name);
      // A counter of another name is the last resort, which answers for one that does not work.
      if (open == null || !open.implementation().equals(name)) {
        unopened.put(name, isLate ? NO_TIME : GONE);
      } else {
        subjects.add(new ObservedCounter(name, open));
      }
      progress.accept(OPENING * (subjects.size() + unopened.size()) / usable.size());
    }
    List<Observation> observations =
        Observer.observe(subjects, part -> progress.accept(OPENING + (1 - OPENING) * part));
    return new SelectionSnapshot(
        selected, input.report(), input.machine(), input.diagnosis(), observations, unopened);
  }

  /** Returns the counters that work, the selected one first. */
  static List<CounterReport> usable(SelectionReport report) {
    return report.counters().stream()
        .filter(counter -> counter.verdict() != Verdict.REJECTED)
        .sorted(Comparator.comparing(CounterReport::verdict))
        .toList();
  }

  /** Returns the unit of a counter's differences: ticks, unless they are scaled to cycles. */
  String unit(String name) {
    boolean isUnscaled =
        report.counters().stream()
            .anyMatch(counter -> counter.name().equals(name) && counter.scaling() == 1);
    return RoundedNumbers.unit(selected.counted(name).orElse(null), isUnscaled);
  }

  /** Returns what was observed of a counter; null for nothing. */
  @Nullable Observation observation(String name) {
    return observations.stream()
        .filter(observation -> observation.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
