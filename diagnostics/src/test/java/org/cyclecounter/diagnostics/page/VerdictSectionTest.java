// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.Counted;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.observe.Crossing;
import org.cyclecounter.diagnostics.svg.Drawn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictSectionTest {

  private static String sentence(Inputs inputs) {
    String section = VerdictSection.of(inputs.make()).toString();
    return Drawn.all(Drawn.parse(section), "p").get(0).getTextContent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SYSTEM | TICKS | ticks of a constant-rate clock, not core cycles, and its readings can be trusted across threads.
          THREAD | USER_CYCLES | core cycles in user mode, and its readings cannot be compared across threads.
          CORE | CORE_CYCLES | core cycles in user mode and in the kernel, and its readings cannot be compared across threads, nor after a thread has migrated.
          """)
  void saysWhatIsCountedAndComparable(Scope scope, Counted counted, String end) {
    assertThat(sentence(Inputs.of().selected("one", scope, counted)))
        .isEqualTo("one is the best counter here: it counts " + end);
  }

  @Test
  void saysThatClockRanBackwardsBetweenProcessors() {
    Inputs inputs =
        Inputs.of()
            .selected("amd64-tsc", Scope.SYSTEM, Counted.TICKS)
            .observed(
                "amd64-tsc",
                Inputs.steady(26),
                Inputs.drift(0, 0),
                new Crossing(2, true, 4000, 3, 1234));
    assertThat(sentence(inputs))
        .endsWith(
            ", but its readings cannot be trusted across threads: between processors it ran"
                + " backwards.");
  }
}
