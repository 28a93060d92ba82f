// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.selector.report.Rejection.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProviderReasonsTest {

  @Test
  void whatAThirdPartyThrowsIsCutAndCleaned() {
    String problem = "a\nb" + "x".repeat(900);
    assertThat(ProviderReasons.notLoaded(new IllegalStateException(problem)).sentence())
        .contains("a bx")
        .contains("x...")
        .hasSizeLessThan(500);
  }

  @Test
  void whatIsNullIsNamed() {
    assertThat(ProviderReasons.incomplete("p.P", true, false, false).sentence())
        .isEqualTo(
            "kind(), scope() returned null (of p.P); a counter needs a name, a CounterKind and a"
                + " Scope");
  }

  @Test
  void whoseNameItIsIsSaid() {
    assertThat(ProviderReasons.nameTaken("p.P", "q.Q").sentence())
        .isEqualTo(
            "an earlier provider, q.Q, already has a counter of this name; the one of p.P needs"
                + " another name");
  }

  @Test
  void theProviderIsNamedOnce() {
    Rejection said = Rejection.of(Code.SAID, "no device of p.P");
    assertThat(ProviderReasons.withProvider("no", said, "p.P")).isEqualTo("no (of p.P)");
    Rejection named = ProviderReasons.ofProvider("p.P of the bundle b 1.0", said);
    assertThat(named.sentence())
        .isEqualTo("the provider p.P of the bundle b 1.0 failed: no device of p.P");
    assertThat(ProviderReasons.ofProvider("p.P", named)).isEqualTo(named);
    assertThat(ProviderReasons.withProvider("no", named, "p.P")).isEqualTo("no");
    assertThat(ProviderReasons.ofProvider("p.P", Rejection.of(Code.REFUSED, "EPERM")).sentence())
        .startsWith("the provider p.P was not loaded: it may crash, and ");
  }

  /** Nothing parses the arguments, which are third parties' text. */
  @ParameterizedTest
  @EnumSource
  void makesSentenceOfEachCode(Code code) {
    String argument = "{0} {x {";
    assertThat(Rejection.of(code, argument, argument, argument).sentence().replace(argument, "it"))
        .matches("[^{}]{2,}");
  }
}
