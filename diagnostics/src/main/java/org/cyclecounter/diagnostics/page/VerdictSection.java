// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import java.util.Optional;
import java.util.OptionalLong;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Measured;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.observe.Crossing;
import org.cyclecounter.diagnostics.observe.Differences;
import org.cyclecounter.diagnostics.observe.Observation;
import org.cyclecounter.diagnostics.svg.Element;
import org.jspecify.annotations.Nullable;

/**
 * The counter in use: what it counts, and whether threads may compare its readings.
 *
 * <p>Scope is a promise, observation is evidence: a counter of scope SYSTEM that was seen to run
 * backwards between processors is not called comparable.
 */
final class VerdictSection {

  private VerdictSection() {}

  static Element of(SelectionSnapshot input) {
    CounterReport selected = input.diagnosis().selected();
    Observation observation = input.observation(selected.name());
    return PageFrame.section(
        "verdict",
        "Verdict",
        Element.styled(
            "p",
            "lead",
            PageElements.name(selected.name()),
            " is the best counter here: it counts ",
            counts(input.selected().counted(selected.name())),
            threads(selected.scope(), observation)),
        tiles(input, selected, observation));
  }

  private static String counts(Optional<Counted> counted) {
    return counted
        .map(
            meaning ->
                switch (meaning) {
                  case TICKS -> "ticks of a constant-rate clock, not core cycles";
                  case TIME -> "time, scaled to cycles";
                  case USER_CYCLES, CORE_CYCLES -> meaning.toString();
                })
        .orElse("something that its provider does not specify");
  }

  private static String threads(Scope scope, @Nullable Observation observation) {
    Crossing crossing = observation == null ? null : observation.crossing();
    return switch (scope) {
      case THREAD -> ", and its readings cannot be compared across threads.";
      case CORE ->
          ", and its readings cannot be compared across threads, nor after a thread has migrated.";
      case SYSTEM ->
          crossing != null && crossing.backwards() > 0
              ? ", but its readings cannot be trusted across threads: between processors it ran"
                  + " backwards."
              : ", and its readings can be trusted across threads.";
    };
  }

  private static Element tiles(
      SelectionSnapshot input, CounterReport selected, @Nullable Observation observation) {
    double hz = input.report().cyclesPerSecond();
    Element tiles = Element.styled("dl", "tiles");
    Measured measured = selected.measured();
    if (measured != null) {
      OptionalLong inC = measured.differenceInC();
      OptionalLong difference = inC.isPresent() ? inC : measured.differenceFromJava();
      difference.ifPresent(
          cycles -> {
            String time = RoundedNumbers.time(cycles * 1e9 / hz);
            String more = "the smallest difference, " + time + median(observation);
            String unit = input.unit(selected.name());
            tiles.add(tile("Resolution", RoundedNumbers.cycles(cycles, unit), more));
          });
      String time = RoundedNumbers.time(measured.nanosPerRead());
      tiles.add(tile("Cost of a read", time, "of wall-clock time, in a row of reads"));
    }
    return tiles.add(
        switch (selected.scope()) {
          case SYSTEM -> compared("everywhere", "any two readings on this machine");
          case CORE -> compared("on one core", "while the thread does not migrate");
          case THREAD -> compared("in one thread", "each thread has its own count");
        },
        tile(
            "Nominal frequency",
            RoundedNumbers.hertz(hz),
            "from " + input.report().frequencySource()));
  }

  private static String median(@Nullable Observation observation) {
    Differences differences = observation == null ? null : observation.differences();
    return differences == null
        ? ""
        : "; half are at most " + RoundedNumbers.integer(differences.percentile(0.5));
  }

  private static Element compared(String where, String condition) {
    return tile("Readings compare", where, condition);
  }

  private static Element tile(String label, String value, String more) {
    return PageElements.fact(
        label,
        Element.styled("dd", "value", value),
        PageElements.quiet("dd", PageElements.given(more)));
  }
}
