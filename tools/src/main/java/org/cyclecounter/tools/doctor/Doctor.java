// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.scoring.Penalties;
import org.cyclecounter.tools.machine.MachineFacts;

/** Looks at a selection and at the machine it was made on. Starts nothing and changes nothing. */
public final class Doctor {

  private Doctor() {}

  /** Examines a selection that weighed counters as libcpucycles 20240114 does. */
  public static Diagnosis examine(
      SelectionReport report,
      Function<String, Optional<Obstacle>> obstacles,
      MachineFacts machine) {
    return examine(report, obstacles, machine, Penalties.LIBCPUCYCLES_20240114);
  }

  /** Examines a selection as it is now. */
  public static Diagnosis examine(Selected selected, MachineFacts machine) {
    Penalties penalties = Penalties.valueOf(selected.scoring().name());
    return examine(selected.report(), selected::obstacle, machine, penalties);
  }

  /** Examines a selection; obstacles are what keeps a counter of it from working, by its name. */
  public static Diagnosis examine(
      SelectionReport report,
      Function<String, Optional<Obstacle>> obstacles,
      MachineFacts machine,
      Penalties penalties) {
    CounterReport selected = selected(report);
    List<Advice> advice = new ArrayList<>();
    for (CounterReport counter : report.counters()) {
      Obstacle obstacle = obstacles.apply(counter.name()).orElse(null);
      if (obstacle != null
          && isBetter(counter, selected, penalties)
          && isOfThisProcessor(counter, machine)
          && !isBareRegister(counter)) {
        Remedy remedy = Remedies.of(obstacle, machine);
        if (!remedy.commands().isEmpty()) {
          advice.add(
              new Advice(
                  counter.name(),
                  counter.kind(),
                  obstacle,
                  CounterSentences.now(obstacle, machine),
                  CounterSentences.gives(counter, selected),
                  remedy.commands(),
                  remedy.costs()));
        }
      }
    }
    return new Diagnosis(selected, advice, Cautions.of(report, obstacles, machine));
  }

  private static CounterReport selected(SelectionReport report) {
    return report.counters().stream()
        .filter(counter -> counter.verdict() == Verdict.SELECTED)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("a report has one counter selected"));
  }

  /** Of a kind that is preferred, whatever its precision would be. */
  private static boolean isBetter(
      CounterReport counter, CounterReport selected, Penalties penalties) {
    return penalties.least(counter.name(), counter.kind())
        < penalties.least(selected.name(), selected.kind());
  }

  /**
   * Registers of the core that are read without an event: most kernels and processors refuse them,
   * which only a probe tells, and to allow them shows every program what others do.
   */
  private static boolean isBareRegister(CounterReport counter) {
    return counter.kind() == CounterKind.ON_CORE && counter.scope() == Scope.CORE;
  }

  /**
   * Two counters are for one maker's processors each, which they know once they are opened only:
   * counter-x86's Amd64Pmc and Amd64PerfPmcFf.
   */
  private static boolean isOfThisProcessor(CounterReport counter, MachineFacts machine) {
    boolean isIntel = machine.processor().vendor().is("GenuineIntel");
    return switch (counter.name()) {
      case "amd64-perfpmc" -> !isIntel;
      case "amd64-perfpmcff" -> isIntel || !machine.processor().vendor().isKnown();
      default -> true;
    };
  }

  /**
   * All that takes an obstacle out of the way, in this order, whether the counter behind it would
   * be better or not; none where nothing is known to help.
   */
  public static List<Command> commands(Obstacle obstacle, MachineFacts machine) {
    return Remedies.of(obstacle, machine).commands();
  }
}
