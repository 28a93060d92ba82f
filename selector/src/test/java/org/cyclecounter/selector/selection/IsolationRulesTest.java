// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.selection.Fixtures.OURS;
import static org.cyclecounter.selector.selection.Fixtures.THEIRS;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeIsolator;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

/** Where a counter is first run, by whose it is, what it says of itself, and the setting. */
class IsolationRulesTest {

  private static final CounterSource PLAIN = TestCounter.of("plain", ON_CORE, () -> 1);

  private static final Candidate OUR_HARMLESS = Fixtures.candidate(OURS, PLAIN, false);
  private static final Candidate OUR_RISKY = Fixtures.candidate(OURS, PLAIN, true);
  private static final Candidate OUR_NATIVE =
      Fixtures.candidate(OURS, new Fixtures.Packaged(""), true);
  private static final Candidate OUR_ELSEWHERE =
      Fixtures.candidate(OURS, new Fixtures.Packaged("for another machine"), true);
  private static final Candidate THEIR_HARMLESS = Fixtures.candidate(THEIRS, PLAIN, false);
  private static final Candidate THEIR_RISKY = Fixtures.candidate(THEIRS, PLAIN, true);
  private static final Candidate STRANGE_HARMLESS = Fixtures.found(THEIRS, PLAIN, false);
  private static final Candidate STRANGE_RISKY = Fixtures.found(THEIRS, PLAIN, true);
  private static final Candidate OUR_FOUND = Fixtures.found(OURS, PLAIN, false);

  private static IsolationStage stage(Isolation mode) {
    return new IsolationStage(mode, false);
  }

  @Test
  void strangersGoToAChildJvmWhateverTheySay() {
    for (Isolation mode : Isolation.values()) {
      boolean isIsolated = mode != Isolation.NONE;
      assertThat(stage(mode).needsChildJvm(STRANGE_HARMLESS)).as("%s", mode).isEqualTo(isIsolated);
      assertThat(stage(mode).needsChildJvm(STRANGE_RISKY)).as("%s", mode).isEqualTo(isIsolated);
      assertThat(stage(mode).needsChildJvm(OUR_FOUND)).as("%s", mode).isFalse();
      assertThat(stage(mode).needsChildJvm(OUR_HARMLESS)).as("%s", mode).isFalse();
    }
  }

  @Test
  void theWordOfAProviderThatWasHandedOverHolds() {
    for (Isolation mode : Isolation.values()) {
      assertThat(stage(mode).needsChildJvm(THEIR_HARMLESS)).as("%s", mode).isFalse();
      assertThat(stage(mode).needsChildJvm(THEIR_RISKY))
          .as("%s", mode)
          .isEqualTo(mode != Isolation.NONE);
    }
  }

  @Test
  void oursGoThereWhereNoNativeChildWillDo() {
    assertThat(stage(Isolation.JVM).needsChildJvm(OUR_RISKY)).isTrue();
    assertThat(stage(Isolation.JVM).needsChildJvm(OUR_NATIVE)).isTrue();
    assertThat(stage(Isolation.AUTO).needsChildJvm(OUR_RISKY)).isTrue();
    assertThat(stage(Isolation.AUTO).needsChildJvm(OUR_NATIVE))
        .isEqualTo(!NativeIsolator.isOffered());
    assertThat(stage(Isolation.NATIVE).needsChildJvm(OUR_RISKY)).isFalse();
    assertThat(stage(Isolation.NATIVE).needsChildJvm(OUR_NATIVE)).isFalse();
    assertThat(stage(Isolation.NONE).needsChildJvm(OUR_RISKY)).isFalse();
  }

  @Test
  void noChildIsStartedForAnotherMachinesCounter() {
    assertThat(stage(Isolation.JVM).needsChildJvm(OUR_ELSEWHERE)).isFalse();
  }

  private static ProbeResult pending(Candidate candidate) {
    return ProbeResult.pending(candidate);
  }

  private static ProbeResult passed(Candidate candidate) {
    return pending(candidate)
        .afterChildJvm(new IsolationResult(Result.PASSED, "", false, null, Duration.ZERO));
  }

  @Test
  void aNativeChildIsRequiredOfWhatMayCrashAndHasNotBeenElsewhere() {
    assertThat(stage(Isolation.AUTO).goesNatively(OUR_RISKY)).isTrue();
    assertThat(stage(Isolation.AUTO).mustGoNatively(pending(OUR_RISKY))).isTrue();
    assertThat(stage(Isolation.AUTO).mustGoNatively(passed(OUR_RISKY))).isFalse();
    assertThat(stage(Isolation.NATIVE).goesNatively(OUR_RISKY)).isTrue();
    assertThat(stage(Isolation.NATIVE).mustGoNatively(passed(OUR_RISKY))).isTrue();
    assertThat(stage(Isolation.NATIVE).mustGoNatively(passed(THEIR_RISKY))).isTrue();
    assertThat(stage(Isolation.AUTO).goesNatively(THEIR_HARMLESS)).isTrue();
    assertThat(stage(Isolation.AUTO).mustGoNatively(pending(THEIR_HARMLESS))).isFalse();
    assertThat(stage(Isolation.NATIVE).goesNatively(THEIR_HARMLESS)).isTrue();
    assertThat(stage(Isolation.NATIVE).mustGoNatively(passed(THEIR_HARMLESS))).isFalse();
  }

  @Test
  void thereIsNoNativeChildWhereTheSettingOrOurWordSaysSo() {
    assertThat(stage(Isolation.NONE).goesNatively(OUR_RISKY)).isFalse();
    assertThat(stage(Isolation.JVM).goesNatively(THEIR_RISKY)).isFalse();
    assertThat(stage(Isolation.AUTO).goesNatively(OUR_HARMLESS)).isFalse();
    assertThat(stage(Isolation.NATIVE).goesNatively(OUR_HARMLESS)).isFalse();
  }

  @Test
  void oursHasAnotherChanceInAChildJvmByDefaultOnly() {
    assertThat(stage(Isolation.AUTO).goesToChildJvmInstead(OUR_RISKY)).isTrue();
    assertThat(stage(Isolation.AUTO).goesToChildJvmInstead(THEIR_RISKY)).isFalse();
    assertThat(stage(Isolation.NATIVE).goesToChildJvmInstead(OUR_RISKY)).isFalse();
  }

  @Test
  void aSelectionWithinASelectionStartsNoChild() {
    IsolationStage nested = new IsolationStage(Isolation.AUTO, true);
    List<IsolationResult> results = nested.inChildJvm(List.of(THEIR_RISKY, THEIR_HARMLESS));
    assertThat(results).hasSize(2);
    assertThat(results).allMatch(one -> one.result() == Result.NOT_PROBED);
    assertThat(results).extracting(IsolationResult::reason).containsOnly(Reasons.NESTED);
    assertThat(nested.inChildJvm(List.of())).isEmpty();
    assertThat(stage(Isolation.AUTO).inChildJvm(List.of())).isEmpty();
  }

  @Test
  void aChildJvmTriesEachCounterThatItCanHave() {
    List<IsolationResult> results = stage(Isolation.AUTO).inChildJvm(List.of(THEIR_RISKY));
    assertThat(results).extracting(IsolationResult::result).containsExactly(Result.NOT_PROBED);
    assertThat(results.get(0).reason()).isNotEqualTo(Reasons.NESTED).contains("public");
  }
}
