// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.discovery.Found;
import org.junit.jupiter.api.Test;

/** Clocks that are read instead of a cycle counter: the reasons, and for whom there is none. */
class SelectionWarningsTest {

  private static final Settings DEFAULTS =
      Fixtures.settings(Set.of(), Scoring.LIBCPUCYCLES_20240114);

  private static final ProbeResult CLOCK = works("clock", CounterKind.FIXED_RESOLUTION);

  /** A counter of this project's that could not be opened for want of its library. */
  private static final ProbeResult WITHOUT_LIBRARY =
      packaged().rejected(Fixtures.NO, Obstacle.NO_LIBRARY);

  private static ProbeResult works(String name, CounterKind kind) {
    return Fixtures.works(Fixtures.candidate(name, kind, false), 1);
  }

  private static ProbeResult packaged() {
    return ProbeResult.pending(Fixtures.candidate(Fixtures.OURS, new Fixtures.Packaged(""), false))
        .addCost(Duration.ofNanos(1));
  }

  private static Installation reading(ProbeResult... probed) {
    List<Installation.Part> parts =
        List.of(probed).stream()
            .map(one -> new Installation.Part(one, ScaledClock.of(1, true), 0, 0))
            .toList();
    return new Installation(ScaledClock.of(1, true), null, parts, List.of());
  }

  private static String reason(Settings settings, Installation installed, ProbeResult... results) {
    Found none = Found.of(List.of());
    return SelectionWarnings.clockReason(settings, none, List.of(results), installed);
  }

  @Test
  void namesTheLibraryThatCannotBeLoadedWhereAClockIsRead() {
    assertThat(reason(DEFAULTS, reading(CLOCK), WITHOUT_LIBRARY, CLOCK)).isEqualTo("packaged: no");
    assertThat(reason(DEFAULTS, reading(), WITHOUT_LIBRARY)).isEqualTo("packaged: no");
  }

  @Test
  void hasNoReasonWhereCyclesOrTicksAreCounted() {
    ProbeResult ticks = works("ticks", CounterKind.OFF_CORE);
    assertThat(reason(DEFAULTS, reading(ticks), WITHOUT_LIBRARY, ticks)).isEmpty();
  }

  @Test
  void hasNoReasonForClockThatIsTheBestOrWasAskedFor() {
    ProbeResult notPermitted = packaged().rejected(Fixtures.NO, Obstacle.NOT_PERMITTED);
    assertThat(reason(DEFAULTS, reading(CLOCK), notPermitted, CLOCK)).isEmpty();
    ProbeResult leftOut =
        ProbeResult.pending(Fixtures.candidate(Fixtures.OURS, new Fixtures.Packaged(""), false))
            .rejected(Fixtures.NO);
    assertThat(reason(DEFAULTS, reading(CLOCK), leftOut, CLOCK)).isEmpty();
    Settings coarse = SettingValues.copy(DEFAULTS, Settings.HIGH_RESOLUTION, false);
    assertThat(reason(coarse, reading(CLOCK), WITHOUT_LIBRARY, CLOCK)).isEmpty();
  }

  @Test
  void tellsQuietCallerTheReasonWithoutALine() {
    try (Logged log = new Logged();
        Selected selected =
            CycleCounterSelector.builder().quiet().include("amd64-tsc").build().select()) {
      assertThat(selected.clockReason()).startsWith("none of the included counters exists here;");
      assertThat(log.warnings()).isEmpty();
    }
  }
}
