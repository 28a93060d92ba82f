// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProviderReasonsTest {

  @Test
  void whatAThirdPartyThrowsIsCutAndCleaned() {
    String problem = "a\nb" + "x".repeat(900);
    assertThat(ProviderReasons.notLoaded(new IllegalStateException(problem)))
        .contains("a bx")
        .contains("x...")
        .hasSizeLessThan(500);
  }

  @Test
  void whatIsNullIsNamed() {
    assertThat(ProviderReasons.incomplete("p.P", true, false, false))
        .isEqualTo(
            "kind(), scope() returned null (of p.P); a counter needs a name, a CounterKind and a"
                + " Scope");
  }

  @Test
  void whoseNameItIsIsSaid() {
    assertThat(ProviderReasons.nameTaken("p.P", "q.Q"))
        .isEqualTo(
            "an earlier provider, q.Q, already has a counter of this name; the one of p.P needs"
                + " another name");
  }

  @Test
  void theProviderOfACounterIsNamedOnce() {
    assertThat(ProviderReasons.withProvider("open() returned null", "p.P"))
        .isEqualTo("open() returned null (of p.P)");
    String named = "open() threw X at p.P$S.open(P.java:3)";
    assertThat(ProviderReasons.withProvider(named, "p.P")).isEqualTo(named);
    assertThat(ProviderReasons.withProvider(named, "p.P of the bundle b 1.0"))
        .isEqualTo(named + " (of p.P of the bundle b 1.0)");
  }
}
