// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.counting.TickCounter;
import org.junit.jupiter.api.Test;

class SelectionSnapshotTest {

  private static CycleCounter clock(String name) {
    return new TickCounter(System::nanoTime, name, Scope.SYSTEM, 1_000_000_000);
  }

  @Test
  void observesUsableCountersAndNamesThoseThatAreGone() {
    Selected selected =
        Inputs.of()
            .usable("other", Scope.SYSTEM)
            .usable("gone", Scope.SYSTEM)
            .usable("replaced", Scope.SYSTEM)
            .selected("selected", Scope.SYSTEM, Counted.TIME)
            .rejected("not-here", "no")
            .make()
            .selected();
    List<String> opened = new ArrayList<>();
    List<Double> progress = new ArrayList<>();
    SelectionSnapshot input =
        SelectionSnapshot.observe(
            selected,
            name -> {
              opened.add(name);
              return switch (name) {
                case "gone" -> null;
                case "replaced" -> clock("default-monotonic");
                default -> clock(name);
              };
            },
            progress::add);
    assertThat(opened).containsExactly("selected", "other", "gone", "replaced");
    assertThat(input.observations())
        .extracting(one -> one.name())
        .containsExactly("selected", "other");
    assertThat(input.observations()).allMatch(one -> one.isWhole() && one.drift() != null);
    assertThat(input.unopened()).containsOnlyKeys("gone", "replaced");
    assertThat(progress).isSorted().endsWith(1.0);
  }
}
