// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.selector.report.Rejection.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RejectionTest {

  @Test
  void cutsAndCleansThirdPartysMessage() {
    String problem = "a\nb" + "x".repeat(900);
    assertThat(Failures.notLoaded(new IllegalStateException(problem)).sentence())
        .contains("a bx")
        .contains("x...")
        .hasSizeLessThan(500);
  }

  @Test
  void namesProviderOnce() {
    Rejection said = Rejection.of(Code.SAID, "no device of p.P");
    assertThat(said.withProvider("no", "p.P")).isEqualTo("no (of p.P)");
    Rejection named = said.ofProvider("p.P of the bundle b 1.0");
    assertThat(named.sentence())
        .isEqualTo("the provider p.P of the bundle b 1.0 failed: no device of p.P");
    assertThat(named.ofProvider("p.P")).isEqualTo(named);
    assertThat(named.withProvider("no", "p.P")).isEqualTo("no");
    assertThat(Rejection.of(Code.REFUSED, "EPERM").ofProvider("p.P").sentence())
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
