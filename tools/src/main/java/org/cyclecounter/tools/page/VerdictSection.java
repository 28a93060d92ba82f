// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.page;

import java.util.OptionalLong;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.Measured;
import org.cyclecounter.Scope;
import org.cyclecounter.tools.observe.Crossing;
import org.cyclecounter.tools.observe.Differences;
import org.cyclecounter.tools.observe.Observation;
import org.cyclecounter.tools.svg.Element;
import org.jspecify.annotations.Nullable;

/** Which counter is in use, what it counts, and whether threads may compare its readings. */
final class VerdictSection {

  private VerdictSection() {}

  static Element of(PageInput input) {
    CounterReport selected = input.diagnosis().selected();
    return Frame.section("verdict", "Verdict")
        .add(sentence(input, selected), tiles(input, selected));
  }

  private static Element sentence(PageInput input, CounterReport selected) {
    return Element.of("p")
        .with("class", "lead")
        .add(PageText.name(selected.name()))
        .text(" is the best counter here: it counts ")
        .text(counts(input.selected().counted(selected.name()).orElse(null)))
        .text(threads(selected.scope(), input.observation(selected.name())));
  }

  private static String counts(@Nullable Counted counted) {
    if (counted == null) {
      return "something that its provider does not specify";
    }
    return switch (counted) {
      case TICKS -> "ticks of a constant-rate clock, not core cycles";
      case TIME -> "time, scaled to cycles";
      case USER_CYCLES, CORE_CYCLES -> counted.toString();
    };
  }

  private static String threads(Scope scope, @Nullable Observation observation) {
    Crossing crossing = observation == null ? null : observation.crossing();
    if (scope == Scope.THREAD) {
      return ", and its readings cannot be compared across threads.";
    }
    if (scope == Scope.CORE) {
      return ", and its readings cannot be compared across threads, nor after a thread has"
          + " migrated.";
    }
    if (crossing != null && crossing.backwards() > 0) {
      return ", but its readings cannot be trusted across threads: between processors it ran"
          + " backwards.";
    }
    return ", and its readings can be trusted across threads.";
  }

  private static Element tiles(PageInput input, CounterReport selected) {
    long hz = input.report().cyclesPerSecond();
    Element tiles = Element.of("dl").with("class", "tiles");
    Measured measured = selected.measured();
    if (measured != null) {
      OptionalLong apart =
          measured.differenceInC().isPresent()
              ? measured.differenceInC()
              : measured.differenceFromJava();
      if (apart.isPresent()) {
        tiles.add(
            tile(
                "Resolution",
                Numbers.cycles(apart.getAsLong()),
                resolution(apart.getAsLong(), hz, input.observation(selected.name()))));
      }
      tiles.add(
          tile(
              "Cost of a read",
              Numbers.time(measured.nanosPerRead()),
              "of wall-clock time, in a row of reads"));
    }
    tiles.add(tile("Readings compare", where(selected.scope()), scope(selected.scope())));
    return tiles.add(
        tile(
            "Nominal frequency",
            Numbers.hertz((double) hz),
            "from " + input.report().frequencySource()));
  }

  private static String resolution(long cycles, long hz, @Nullable Observation observation) {
    Differences apart = observation == null ? null : observation.differences();
    return "the smallest difference, "
        + Numbers.time(cycles * 1e9 / hz)
        + (apart == null ? "" : "; half are at most " + Numbers.integer(apart.percentile(0.5)));
  }

  private static String where(Scope scope) {
    return switch (scope) {
      case SYSTEM -> "everywhere";
      case CORE -> "on one core";
      case THREAD -> "in one thread";
    };
  }

  private static String scope(Scope scope) {
    return switch (scope) {
      case SYSTEM -> "any two readings on this machine";
      case CORE -> "while the thread does not migrate";
      case THREAD -> "each thread has its own count";
    };
  }

  private static Element tile(String label, String value, String more) {
    return Element.of("div")
        .add(
            Element.of("dt", label),
            Element.of("dd", value).with("class", "value"),
            Element.of("dd").with("class", "quiet").add(PageText.given(more)));
  }
}
