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
import org.openjdk.jmh.profile.ProfilerException;

/** What stands behind the profiler's name, and when it refuses. */
class ProfilerOptionsTest {

  @Test
  void optionsAreSeparatedBySemicolonsAndNoneMeansTheDefaults() throws ProfilerException {
    assertThat(ProfilerOptions.parse("")).isEqualTo(new ProfilerOptions("", Isolation.AUTO));
    assertThat(ProfilerOptions.parse("counter=amd64-tsc; isolation=jvm;"))
        .isEqualTo(new ProfilerOptions("amd64-tsc", Isolation.JVM));
  }

  @Test
  void helpListsTheOptions() {
    assertThatThrownBy(() -> ProfilerOptions.parse("help"))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContainingAll("counter=NAME", "isolation=WAY", "auto, native, jvm, none");
  }

  @Test
  void anUnknownOptionIsNamed() {
    assertThatThrownBy(() -> ProfilerOptions.parse("conter=amd64-tsc"))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContaining("Unknown option 'conter=amd64-tsc'");
    assertThatThrownBy(() -> ProfilerOptions.parse("counter="))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContaining("Unknown option 'counter='");
    assertThatThrownBy(() -> ProfilerOptions.parse("isolation=maybe"))
        .isInstanceOf(ProfilerException.class)
        .hasMessage("Unknown isolation 'maybe': it must be one of auto, native, jvm, none.");
  }

  @Test
  void anUnknownCounterIsNamedBesideThoseThatThereAre() {
    assertThatThrownBy(() -> ProfilerCounter.of(ProfilerOptions.parse("counter=nonsense")))
        .isInstanceOf(ProfilerException.class)
        .hasMessageStartingWith("Unknown counter 'nonsense': available counters: ");
  }

  @Test
  void whereNoCounterWorksEachOnesReasonIsGiven() {
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
    assertThatThrownBy(() -> ProfilerCounter.refuse("a-tsc", nothing.counter(), withReason))
        .isInstanceOf(ProfilerException.class)
        .hasMessage("The counter a-tsc cannot be used: the kernel forbids it.");
  }

  @Test
  void aCounterOfTheCoreIsRefused() {
    FakeSelected ofTheCore =
        new FakeSelected("amd64-rdpru", Counted.CORE_CYCLES, Scope.CORE, () -> 0);
    assertThatThrownBy(() -> ProfilerCounter.refuse("amd64-rdpru", ofTheCore, ofTheCore.report()))
        .isInstanceOf(ProfilerException.class)
        .hasMessageContaining("every core has its own");
  }
}
