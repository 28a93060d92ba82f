// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.selection.Fixtures.OURS;
import static org.cyclecounter.selector.selection.Fixtures.THEIRS;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The process that runs a counter first: by its provider, its claim, and the setting. */
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
    return new IsolationStage(mode);
  }

  /** Strangers always, those that were handed over by their word, ours where only a JVM will do. */
  @ParameterizedTest
  @EnumSource
  void startsInChildJvmByProviderAndClaim(Isolation mode) {
    Predicate<Candidate> needed = stage(mode)::startsInChildJvm;
    assertThat(List.of(STRANGE_HARMLESS, STRANGE_RISKY, THEIR_RISKY))
        .allMatch(candidate -> needed.test(candidate) == (mode != Isolation.NONE));
    assertThat(List.of(OUR_FOUND, OUR_HARMLESS, THEIR_HARMLESS, OUR_ELSEWHERE)).noneMatch(needed);
    assertThat(needed.test(OUR_RISKY)).isEqualTo(mode == Isolation.JVM || mode == Isolation.AUTO);
    assertThat(needed.test(OUR_NATIVE))
        .isEqualTo(mode == Isolation.JVM || mode == Isolation.AUTO && !NativeChild.IS_OFFERED);
  }

  @Test
  void requiresNativeChildOfCounterThatMayCrashAndHasNotPassedElsewhere() {
    IsolationResult passed =
        new IsolationResult(Result.PASSED, null, false, false, null, Duration.ZERO);
    IsolationStage auto = stage(Isolation.AUTO);
    assertThat(auto.requiresNativeProbe(OUR_RISKY, null)).isTrue();
    assertThat(auto.requiresNativeProbe(OUR_RISKY, passed)).isFalse();
    assertThat(auto.requiresNativeProbe(THEIR_HARMLESS, null)).isFalse();
    IsolationStage natively = stage(Isolation.NATIVE);
    assertThat(natively.requiresNativeProbe(OUR_RISKY, passed)).isTrue();
    assertThat(natively.requiresNativeProbe(THEIR_RISKY, passed)).isTrue();
    assertThat(natively.requiresNativeProbe(THEIR_HARMLESS, passed)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void usesNativeChildUnlessSettingOrOurClaimSaysOtherwise(Isolation mode) {
    boolean isNative = mode == Isolation.AUTO || mode == Isolation.NATIVE;
    assertThat(List.of(OUR_RISKY, THEIR_RISKY, THEIR_HARMLESS))
        .allMatch(candidate -> stage(mode).usesNativeChild(candidate) == isNative);
    assertThat(stage(mode).usesNativeChild(OUR_HARMLESS)).isFalse();
    assertThat(stage(mode).fallsBackToChildJvm(OUR_RISKY)).isEqualTo(mode == Isolation.AUTO);
    assertThat(stage(mode).fallsBackToChildJvm(THEIR_RISKY)).isFalse();
  }
}
