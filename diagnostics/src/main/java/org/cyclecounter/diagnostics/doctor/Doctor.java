// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.doctor;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Obstacle;
import org.cyclecounter.Scope;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.diagnostics.machine.MachineFacts;
import org.cyclecounter.selector.CounterFacts;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Scoring;

/**
 * Examines a selection and the machine it was made on. Starts nothing and changes nothing.
 *
 * <p>It reads no sentence back: its evidence is each counter's obstacle and the machine's facts.
 * With isolation in a child JVM a counter has a reason but no obstacle, so nothing is advised of it
 * then.
 */
public final class Doctor {

  private Doctor() {}

  /** Examines a selection as it is now. */
  public static Diagnosis examine(Selected selected, MachineFacts machine) {
    return examine(selected.report(), selected, machine, selected.scoring());
  }

  /** Examines a selection, of whose counters these facts are. */
  public static Diagnosis examine(
      SelectionReport report, CounterFacts facts, MachineFacts machine, Scoring scoring) {
    CounterReport selected = selected(report);
    CounterSentences sentences = new CounterSentences(facts);
    Remedies remedies = new Remedies(machine);
    List<Advice> advice = new ArrayList<>();
    for (CounterReport counter : report.counters()) {
      Obstacle obstacle = facts.obstacle(counter.name()).orElse(null);
      if (obstacle != null
          && leastPenalty(counter, facts, scoring) < leastPenalty(selected, facts, scoring)
          && !isBareRegister(counter)) {
        Remedy remedy = remedies.of(obstacle);
        if (!remedy.commands().isEmpty()) {
          advice.add(
              new Advice(
                  counter.name(),
                  counter.kind(),
                  obstacle,
                  CounterSentences.problem(obstacle, remedies),
                  sentences.benefit(counter, selected),
                  remedy));
        }
      }
    }
    return new Diagnosis(
        selected, sentences.inUse(selected), advice, Warnings.of(report, facts, machine));
  }

  /**
   * Finds the counter in use. Every report of a selection has one: the last resort if nothing
   * works.
   */
  private static CounterReport selected(SelectionReport report) {
    return report.counters().stream()
        .filter(counter -> counter.verdict() == Verdict.SELECTED)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("a report has one counter selected"));
  }

  /**
   * Returns the penalty alone: the precision of a counter that does not work is not known.
   *
   * <p>With 64 bits and no counter before it, by which the penalties of 20260901 are least.
   *
   * @return cycles
   */
  private static long leastPenalty(CounterReport counter, CounterFacts facts, Scoring scoring) {
    return scoring.penaltyCycles(counter.kind(), facts.counted(counter.name()).orElse(null), 64, 0);
  }

  /**
   * Registers of the core that are read without an event: most kernels and processors refuse them,
   * which only a probe tells, and to allow them shows every program what others do: {@code rdpmc}
   * at 2 (x86), {@code kernel.perf_user_access} at 2 (RISC-V), a kernel module (ARM). That is no
   * advice to give.
   */
  private static boolean isBareRegister(CounterReport counter) {
    return counter.kind() == CounterKind.ON_CORE && counter.scope() == Scope.CORE;
  }

  /**
   * Returns all commands that take an obstacle out of the way, in this order, whether the counter
   * behind it would be better or not; none where nothing is known to help.
   */
  public static List<Command> commands(Obstacle obstacle, MachineFacts machine) {
    return new Remedies(machine).of(obstacle).commands();
  }
}
