// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cyclecounter.trace.Conclusion;
import org.cyclecounter.trace.ConstantTime.Method;
import org.cyclecounter.trace.Place;
import org.cyclecounter.trace.SecretReport;
import org.cyclecounter.trace.child.CountFailure;
import org.junit.jupiter.api.Test;

/** What the methods' judgements come to together. */
class SecretCheckTest {

  private static final Place BRANCH = new Place(Place.Kind.BRANCH, List.of(), Method.PATHS);
  private static final Place TIME = new Place(Place.Kind.TIME, List.of(), Method.TIMING);

  private final Map<Method, Judgement> judgements = new EnumMap<>(Method.class);

  SecretCheckTest() {
    for (Method method : Method.values()) {
      judgements.put(method, Judgement.undecided("there is no " + method + " here."));
    }
  }

  private SecretReport report() throws CountFailure {
    return SecretCheck.of(1, "a.B").check((check, method, limit) -> judgements.get(method));
  }

  @Test
  void isUndecidedIfNoMethodFinished() throws CountFailure {
    SecretReport report = report();
    assertThat(report.conclusion()).isEqualTo(Conclusion.UNDECIDED);
    assertThat(report.methods()).isEmpty();
    assertThat(report.notJudged()).isZero();
    assertThat(report.java())
        .endsWith(
            "; TAINT: there is no TAINT here; PATHS: there is no PATHS here; TIMING: there is no TIMING here");
  }

  @Test
  void seesNoDependenceIfOneMethodFinishedWithoutPlace() throws CountFailure {
    judgements.put(Method.TIMING, new Judgement(List.of(), Long.MAX_VALUE, true, ""));
    SecretReport report = report();
    assertThat(report.conclusion()).isEqualTo(Conclusion.NO_DEPENDENCE_SEEN);
    assertThat(report.methods()).containsExactly(Method.TIMING);
    assertThat(report.notJudged()).as("time judges no instruction").isZero();
  }

  @Test
  void placeOfOneMethodIsDependence() throws CountFailure {
    judgements.put(Method.PATHS, new Judgement(List.of(BRANCH), 12, false, ""));
    judgements.put(Method.TIMING, new Judgement(List.of(TIME), Long.MAX_VALUE, true, ""));
    SecretReport report = report();
    assertThat(report.conclusion()).isEqualTo(Conclusion.DEPENDS);
    assertThat(report.places()).containsExactly(BRANCH, TIME);
    assertThat(report.methods()).containsExactly(Method.TIMING);
  }

  @Test
  void leastOfWhatFinishedMethodsDidNotJudgeCounts() throws CountFailure {
    judgements.put(Method.TAINT, new Judgement(List.of(), 20, true, ""));
    judgements.put(Method.PATHS, new Judgement(List.of(), 30, true, ""));
    judgements.put(Method.TIMING, new Judgement(List.of(), 10, false, ""));
    assertThat(report().notJudged()).isEqualTo(20);
  }

  @Test
  void refusesAcceptedMethodThatMatchesNothing() {
    judgements.put(Method.PATHS, new Judgement(List.of(), 0, true, "", "X.y"));
    assertThatThrownBy(this::report)
        .isInstanceOf(CountFailure.class)
        .hasMessage("The accepted method 'X.y' matches nothing: a.B runs no code of it.");
  }

  @Test
  void asksOnlyTheMethodsThatAreNamed() throws CountFailure {
    SecretCheck check = SecretCheck.of(1, "a.B");
    SecretReport report =
        check
            .with(Set.of(Method.TIMING), check.compiler(), Set.of(), check.limit())
            .check((c, method, limit) -> new Judgement(List.of(), 0, true, ""));
    assertThat(report.methods()).containsExactly(Method.TIMING);
  }
}
