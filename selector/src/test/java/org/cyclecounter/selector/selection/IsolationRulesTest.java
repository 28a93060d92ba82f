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
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  /** Strangers always, those that were handed over by their word, ours where only a JVM will do. */
  @ParameterizedTest
  @EnumSource
  void needsAChildJvmByWhoseACounterIsAndWhatItSays(Isolation mode) {
    Predicate<Candidate> needed = stage(mode)::needsChildJvm;
    assertThat(List.of(STRANGE_HARMLESS, STRANGE_RISKY, THEIR_RISKY))
        .allMatch(candidate -> needed.test(candidate) == (mode != Isolation.NONE));
    assertThat(List.of(OUR_FOUND, OUR_HARMLESS, THEIR_HARMLESS, OUR_ELSEWHERE)).noneMatch(needed);
    assertThat(needed.test(OUR_RISKY)).isEqualTo(mode == Isolation.JVM || mode == Isolation.AUTO);
    assertThat(needed.test(OUR_NATIVE))
        .isEqualTo(mode == Isolation.JVM || mode == Isolation.AUTO && !NativeChild.isOffered());
  }

  private static ProbeResult pending(Candidate candidate) {
    return ProbeResult.pending(candidate);
  }

  private static ProbeResult passed(Candidate candidate) {
    return pending(candidate)
        .afterChildJvm(new IsolationResult(Result.PASSED, null, false, false, null, Duration.ZERO));
  }

  @Test
  void requiresNativeChildOfWhatMayCrashAndHasNotBeenElsewhere() {
    IsolationStage auto = stage(Isolation.AUTO);
    assertThat(auto.mustGoNatively(pending(OUR_RISKY))).isTrue();
    assertThat(auto.mustGoNatively(passed(OUR_RISKY))).isFalse();
    assertThat(auto.mustGoNatively(pending(THEIR_HARMLESS))).isFalse();
    IsolationStage natively = stage(Isolation.NATIVE);
    assertThat(natively.mustGoNatively(passed(OUR_RISKY))).isTrue();
    assertThat(natively.mustGoNatively(passed(THEIR_RISKY))).isTrue();
    assertThat(natively.mustGoNatively(passed(THEIR_HARMLESS))).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void triesNativelyUnlessTheSettingOrOurWordSaysOtherwise(Isolation mode) {
    boolean isNative = mode == Isolation.AUTO || mode == Isolation.NATIVE;
    assertThat(List.of(OUR_RISKY, THEIR_RISKY, THEIR_HARMLESS))
        .allMatch(candidate -> stage(mode).goesNatively(candidate) == isNative);
    assertThat(stage(mode).goesNatively(OUR_HARMLESS)).isFalse();
    assertThat(stage(mode).goesToChildJvmInstead(OUR_RISKY)).isEqualTo(mode == Isolation.AUTO);
    assertThat(stage(mode).goesToChildJvmInstead(THEIR_RISKY)).isFalse();
  }

  @Test
  void startsNoChildWithinASelection() {
    IsolationStage nested = new IsolationStage(Isolation.AUTO, true);
    List<Candidate> theirs = List.of(THEIR_RISKY, THEIR_HARMLESS);
    List<IsolationResult> results = nested.inChildJvm(theirs, new long[2]);
    assertThat(results).hasSize(2);
    assertThat(results).allMatch(one -> one.result() == Result.NOT_PROBED);
    assertThat(results)
        .extracting(IsolationResult::rejection)
        .containsOnly(Rejection.of(Code.NESTED));
    assertThat(stage(Isolation.AUTO).inChildJvm(List.of(), new long[0])).isEmpty();
  }
}
