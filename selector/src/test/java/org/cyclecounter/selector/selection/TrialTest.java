// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.selection.Fixtures.OURS;
import static org.cyclecounter.selector.selection.Fixtures.THEIRS;

import java.time.Duration;
import java.util.Map;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeChild;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The trial of a counter: by its provider, its claim, and the setting. */
class TrialTest {

  private static final CounterSource PLAIN = TestCounter.of("plain", ON_CORE, () -> 1);

  private static final Map<String, Candidate> CANDIDATES =
      Map.of(
          "our harmless", Fixtures.candidate(OURS, PLAIN, false),
          "our risky", Fixtures.candidate(OURS, PLAIN, true),
          "our packaged", Fixtures.candidate(OURS, new Fixtures.Packaged(""), true),
          "our foreign", Fixtures.candidate(OURS, new Fixtures.Packaged("elsewhere"), true),
          "our found", Fixtures.found(OURS, PLAIN, false),
          "given harmless", Fixtures.candidate(THEIRS, PLAIN, false),
          "given risky", Fixtures.candidate(THEIRS, PLAIN, true),
          "found harmless", Fixtures.found(THEIRS, PLAIN, false),
          "found risky", Fixtures.found(THEIRS, PLAIN, true));

  private static Trial trial(String candidate, Isolation mode) {
    return Trial.of(CANDIDATES.get(candidate), mode);
  }

  /** Third parties' that were found always, given ones by their word, ours where it is needed. */
  @ParameterizedTest
  @CsvSource({
    "our harmless,   NONE,                        NONE,               NONE",
    "our found,      NONE,                        NONE,               NONE",
    "our risky,      JVM_THEN_NATIVE_IF_POSSIBLE, NATIVE,             JVM",
    "given harmless, NATIVE_IF_POSSIBLE,          NATIVE_IF_POSSIBLE, NONE",
    "given risky,    JVM_THEN_NATIVE_IF_POSSIBLE, JVM_THEN_NATIVE,    JVM",
    "found harmless, JVM_THEN_NATIVE_IF_POSSIBLE, JVM_THEN_NATIVE_IF_POSSIBLE, JVM",
    "found risky,    JVM_THEN_NATIVE_IF_POSSIBLE, JVM_THEN_NATIVE,    JVM"
  })
  void followsProviderClaimAndMode(String candidate, Trial auto, Trial natively, Trial jvm) {
    assertThat(trial(candidate, Isolation.AUTO)).isEqualTo(auto);
    assertThat(trial(candidate, Isolation.NATIVE)).isEqualTo(natively);
    assertThat(trial(candidate, Isolation.JVM)).isEqualTo(jvm);
    assertThat(trial(candidate, Isolation.NONE)).isEqualTo(Trial.NONE);
  }

  @Test
  void ofPackagedCounterIsNativeWhereThatIsOffered() {
    assertThat(trial("our packaged", Isolation.AUTO))
        .isEqualTo(
            NativeChild.IS_OFFERED ? Trial.NATIVE_OR_JVM : Trial.JVM_THEN_NATIVE_IF_POSSIBLE);
    assertThat(trial("our packaged", Isolation.NATIVE)).isEqualTo(Trial.NATIVE);
    assertThat(trial("our packaged", Isolation.JVM)).isEqualTo(Trial.JVM);
    assertThat(trial("our foreign", Isolation.JVM)).as("is rejected here").isEqualTo(Trial.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "NONE,                        false, false, false, false",
    "NATIVE_IF_POSSIBLE,          false, true,  false, false",
    "NATIVE,                      false, true,  true,  true",
    "NATIVE_OR_JVM,               false, true,  true,  false",
    "JVM,                         true,  false, false, false",
    "JVM_THEN_NATIVE_IF_POSSIBLE, true,  true,  false, false",
    "JVM_THEN_NATIVE,             true,  true,  true,  true"
  })
  void saysWhereCounterRunsAndWhetherItMustHavePassedNatively(
      Trial trial, boolean inJvm, boolean isNative, boolean isNeeded, boolean isNeededAfterJvm) {
    assertThat(trial.startsInChildJvm()).isEqualTo(inJvm);
    assertThat(trial.isNative).isEqualTo(isNative);
    CandidateState state = new CandidateState(CANDIDATES.get("our risky"), trial);
    assertThat(state.needsNativeChild()).isEqualTo(isNeeded);
    state.retry(new IsolationResult(Result.PASSED, null, false, false, null, Duration.ZERO));
    assertThat(state.needsNativeChild()).isEqualTo(isNeededAfterJvm);
  }
}
