// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.diagnostics.observe.FakeCounter;
import org.junit.jupiter.api.Test;

class RegionSectionTest {

  @Test
  void saysCostAndWhyThereIsNoOther() {
    long[] cycles = {0};
    CycleCounter counter = new FakeCounter("a <counter>", Scope.SYSTEM, () -> cycles[0] += 21);
    assertThat(RegionSection.of(counter, "ticks").toString())
        .contains("a &lt;counter&gt;", "<dd>median 21 ticks, mean 21.0, least 21</dd>")
        .contains("<dd>The counter ")
        .doesNotContain("<counter>");
  }
}
