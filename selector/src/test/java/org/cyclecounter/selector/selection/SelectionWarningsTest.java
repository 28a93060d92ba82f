// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.cyclecounter.selector.Raising.raise;
import static org.cyclecounter.selector.selection.Fixtures.installed;

import java.util.List;
import java.util.Set;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.Scoring;
import org.cyclecounter.selector.discovery.Found;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.spi.CycleCounterProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The reasons for reading a clock instead of a cycle counter. */
class SelectionWarningsTest {

  private static final Settings DEFAULTS =
      Fixtures.settings(Set.of(), Scoring.LIBCPUCYCLES_20240114);

  private static final CandidateState CLOCK = works("clock", CounterKind.FIXED_RESOLUTION);

  /** A counter of this project's that could not be opened for want of its library. */
  private static final CandidateState WITHOUT_LIBRARY = packaged(Obstacle.NO_LIBRARY, 1);

  private static CandidateState works(String name, CounterKind kind) {
    return Fixtures.works(Fixtures.candidate(name, kind, false), 1);
  }

  private static CandidateState packaged(@Nullable Obstacle obstacle, long costNs) {
    CandidateState state =
        Fixtures.rejected(
            Fixtures.candidate(Fixtures.OURS, new Fixtures.Packaged(""), false), obstacle);
    state.addCost(costNs);
    return state;
  }

  private static String reason(
      Settings settings, Installation installed, CandidateState... states) {
    Found none = Found.of(List.of());
    return SelectionWarnings.clockReason(settings, none, List.of(states), installed);
  }

  @Test
  void namesLibraryThatCannotBeLoadedIfClockIsRead() {
    assertThat(reason(DEFAULTS, installed(CLOCK), WITHOUT_LIBRARY, CLOCK))
        .isEqualTo("packaged: no");
    assertThat(reason(DEFAULTS, installed(), WITHOUT_LIBRARY)).isEqualTo("packaged: no");
  }

  @Test
  void hasNoReasonIfCyclesOrTicksAreCounted() {
    CandidateState ticks = works("ticks", CounterKind.OFF_CORE);
    assertThat(installed(ticks).isClock()).isFalse();
    assertThat(reason(DEFAULTS, installed(ticks), WITHOUT_LIBRARY, ticks)).isEmpty();
  }

  @Test
  void hasNoReasonForClockThatIsTheBestOrWasAskedFor() {
    CandidateState notPermitted = packaged(Obstacle.NOT_PERMITTED, 1);
    assertThat(reason(DEFAULTS, installed(CLOCK), notPermitted, CLOCK)).isEmpty();
    assertThat(reason(DEFAULTS, installed(CLOCK), packaged(null, 0), CLOCK)).isEmpty();
    Settings coarse = DEFAULTS.with(Settings.HIGH_RESOLUTION, "false");
    assertThat(reason(coarse, installed(CLOCK), WITHOUT_LIBRARY, CLOCK)).isEmpty();
  }

  @Test
  void tellsOfUnknownNameWhichProviderFailed() {
    CycleCounterProvider failing = () -> raise(new IllegalStateException("no\ndevice"));
    try (Logged log = new Logged()) {
      SelectionWarnings.ofNames(
          Fixtures.settings(Set.of("acme"), Scoring.LIBCPUCYCLES_20240114),
          Found.of(List.of(failing)));
      assertThat(log.warnings())
          .singleElement(STRING)
          .startsWith("unknown counter 'acme' in include: no counters are available; perhaps ")
          .contains("because the provider ", "IllegalStateException: no device");
    }
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
