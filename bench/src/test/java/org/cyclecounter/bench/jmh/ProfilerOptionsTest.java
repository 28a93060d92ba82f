// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.Scope;
import org.cyclecounter.bench.FakeSelected;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Isolation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.profile.ProfilerException;

/** The options behind the profiler's name, and the counters that it refuses. */
class ProfilerOptionsTest {

  @Test
  void separatesOptionsBySemicolons() throws ProfilerException {
    assertThat(ProfilerOptions.parse("")).isEqualTo(new ProfilerOptions("", Isolation.AUTO));
    assertThat(ProfilerOptions.parse("counter=amd64-tsc; isolation=jvm;"))
        .isEqualTo(new ProfilerOptions("amd64-tsc", Isolation.JVM));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "help             | counter=NAME",
        "help             | isolation=WAY",
        "help             | auto, native, jvm, none",
        "conter=amd64-tsc | Unknown option 'conter=amd64-tsc'",
        "counter=         | Unknown option 'counter='",
        "isolation=maybe  | Unknown isolation 'maybe': it must be one of auto, native, jvm, none.",
        "counter=nonsense | Unknown counter 'nonsense': available counters: ",
      })
  void refusesUnknownOptionsAndPrintsHelp(String line, String message) {
    assertThatThrownBy(() -> ProfilerCounter.of(ProfilerOptions.parse(line)))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContaining(message);
  }

  /** No counter is on this module's path, so that the selector reads a clock. */
  @Test
  void saysWhyItReadsClockUnlessThatWasAskedFor() throws ProfilerException {
    assertThat(ProfilerCounter.of(ProfilerOptions.parse("")).clockReason())
        .startsWith("no counter on the path; add these JARs");
    ProfilerOptions clock = ProfilerOptions.parse("counter=default-monotonic");
    assertThat(ProfilerCounter.of(clock).clockReason()).isEmpty();
  }

  @Test
  void refusesWithReasonOfEachCounterWhereNoneWorks() {
    var nothing = CycleCounterSelector.builder().providers(List.of()).build().select();
    var withReason =
        FakeSelected.report(
            nothing.report().implementation(),
            List.of(
                FakeSelected.report(
                    "a-tsc", Scope.SYSTEM, Verdict.REJECTED, "the kernel forbids it")));
    assertThatThrownBy(() -> ProfilerCounter.refuse("", nothing.counter(), withReason))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContainingAll("No counter of cycles works here", "a-tsc: the kernel forbids it");
    assertThatThrownBy(() -> ProfilerCounter.refuse("", nothing.counter(), nothing.report()))
        .isInstanceOf(ProfilerException.class);
    assertThatThrownBy(() -> ProfilerCounter.refuse("a-tsc", nothing.counter(), withReason))
        .isInstanceOf(ProfilerException.class)
        .hasMessage("The counter a-tsc cannot be used: the kernel forbids it.");
  }

  @Test
  void refusesCounterOfCore() {
    FakeSelected ofTheCore =
        new FakeSelected("amd64-rdpru", Counted.CORE_CYCLES, Scope.CORE, () -> 0);
    assertThatThrownBy(() -> ProfilerCounter.refuse("amd64-rdpru", ofTheCore, ofTheCore.report()))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContaining("every core has its own");
  }
}
