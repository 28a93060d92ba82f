// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.constanttime.Compiler;
import org.cyclecounter.constanttime.Conclusion;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.SecretReport;
import org.cyclecounter.constanttime.check.Detection.Verdict;
import org.cyclecounter.constanttime.check.SecretCheck.Judged;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Concludes from detections that are made up. */
class SecretCheckTest {

  private static final Place PLACE = new Place(Place.Kind.TIME, List.of(), Method.TIMING);
  private static final Detection QUIET = new Detection(List.of(), 7, true, "");
  private static final Detection FOUND = new Detection(List.of(PLACE), 9, true, "");
  private static final Detection UNDECIDED = Detection.undecided("It broke.");

  /** Of a method that parts of its places do not let decide. */
  private static final Detection FOUND_UNDECIDED = new Detection(List.of(PLACE), 3, false, "so");

  private static SecretReport report(Map<Method, Detection> detections) throws CountFailure {
    return SecretCheck.of(32, "a.B")
        .with(detections.keySet(), Compiler.C1, Set.of(), Duration.ofMinutes(1))
        .check((method, share) -> new Judged(detections.get(method), Duration.ZERO));
  }

  private static Detection detection(String name) {
    return Map.of("quiet", QUIET, "found", FOUND, "undecided", UNDECIDED, "both", FOUND_UNDECIDED)
        .get(name);
  }

  @ParameterizedTest
  @CsvSource({
    "quiet, quiet, NO_DEPENDENCE_SEEN",
    "quiet, undecided, UNDECIDED",
    "undecided, quiet, UNDECIDED",
    "quiet, found, DEPENDS",
    "found, undecided, DEPENDS",
    "undecided, both, DEPENDS",
    "undecided, undecided, UNDECIDED",
  })
  void dependsByAnyPlaceAndIsUndecidedUnlessAllMethodsFinished(
      String taint, String paths, Conclusion conclusion) throws CountFailure {
    SecretReport report =
        report(Map.of(Method.TAINT, detection(taint), Method.PATHS, detection(paths)));
    assertThat(report.conclusion()).isEqualTo(conclusion);
    assertThat(report.methods().contains(Method.TAINT)).isEqualTo(!taint.equals("undecided"));
    assertThat(report.methods().contains(Method.PATHS)).isEqualTo(detection(paths).isDecided());
  }

  @Test
  void keepsLeastCodeThatFinishedMethodsDidNotJudgeAndReasonsOfOthers() throws CountFailure {
    SecretReport report =
        report(Map.of(Method.TAINT, QUIET, Method.PATHS, UNDECIDED, Method.TIMING, FOUND));
    assertThat(report.notJudged()).isEqualTo(7);
    assertThat(report.places()).containsExactly(PLACE);
    assertThat(report.java()).contains("; compiler C1; PATHS: It broke").doesNotContain("broke.");
    assertThat(report(Map.of(Method.PATHS, UNDECIDED)).notJudged()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void asksAllMethodsUnlessSet() throws CountFailure {
    List<Method> asked = new ArrayList<>();
    SecretReport report =
        SecretCheck.of(32, "a.B")
            .check(
                (method, share) -> {
                  asked.add(method);
                  assertThat(share).isEqualTo(SecretCheck.LIMIT.dividedBy(4 - asked.size()));
                  return new Judged(QUIET, Duration.ZERO);
                });
    assertThat(asked).containsExactly(Method.TIMING, Method.PATHS, Method.TAINT); // the slowest
    assertThat(report.methods()).containsExactlyInAnyOrder(Method.values());
  }

  @Test
  void failsIfAcceptedMethodDidNotRun() {
    Detection unmatched = new Detection(List.of(), 0, Verdict.DECIDED, "", "C.d");
    assertThatThrownBy(() -> report(Map.of(Method.PATHS, unmatched)))
        .isInstanceOf(CountFailure.class)
        .hasMessage("The accepted method 'C.d' matches nothing: a.B runs no code of it.");
  }

  @Test
  void saysWhatWasNotStartedAndWhatTookTheTime() throws CountFailure {
    SecretReport report =
        SecretCheck.of(32, "a.B")
            .check((method, share) -> new Judged(UNDECIDED, SecretCheck.LIMIT.dividedBy(2)));
    assertThat(report.java())
        .contains("; TAINT was not started: TIMING and PATHS took all 300.0 s; PATHS: It broke; ");
  }

  /** Methods that are not asked for may be impossible here, but not all of them. */
  @ParameterizedTest
  @CsvSource({
    "DECIDED, IMPOSSIBLE, NO_DEPENDENCE_SEEN",
    "IMPOSSIBLE, DECIDED, NO_DEPENDENCE_SEEN",
    "IMPOSSIBLE, IMPOSSIBLE, UNDECIDED",
    "DECIDED, UNDECIDED, UNDECIDED",
    "DECIDED, NOT_READ, NO_DEPENDENCE_SEEN", // by a method that sees other threads
    "IMPOSSIBLE, NOT_READ, UNDECIDED",
    "NOT_READ, NOT_READ, UNDECIDED",
  })
  void seesNoDependenceIfAllPossibleMethodsFinishedAndOneReadTheSecret(
      Verdict taint, Verdict paths, Conclusion conclusion) throws CountFailure {
    Map<Method, Verdict> verdicts =
        Map.of(Method.TAINT, taint, Method.PATHS, paths, Method.TIMING, Verdict.IMPOSSIBLE);
    SecretReport report =
        SecretCheck.of(32, "a.B")
            .check(
                (method, share) ->
                    new Judged(
                        new Detection(List.of(), 0, verdicts.get(method), "", ""), Duration.ZERO));
    assertThat(report.conclusion()).isEqualTo(conclusion);
    assertThat(report.java().contains("the secret was not read in the judged runs"))
        .isEqualTo(paths == Verdict.NOT_READ && taint != Verdict.DECIDED);
  }
}
