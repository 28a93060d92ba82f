// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import java.util.Set;
import org.cyclecounter.selector.support.SelectionScope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The clock of readers inside a selection, who must not wait for it. */
class SharedSelectionTest {

  private final Properties before = System.getProperties();

  @AfterEach
  void restore() {
    System.setProperties(before);
  }

  @Test
  void readsNanosecondsWhileHeapHasNoRoomForScaledClock() {
    SharedSelection selection = new SharedSelection();
    try (SelectionScope inside = SelectionScope.enter()) {
      System.setProperties(
          new Properties(before) {
            @Override
            public Set<Object> keySet() {
              throw new OutOfMemoryError("for the settings");
            }
          });
      assertThat(selection.get().cyclesPerSecond()).isEqualTo(1_000_000_000);
      System.setProperties(before);
      System.setProperty("org.cyclecounter.cyclesPerSecond", "3000000000");
      assertThat(selection.get().cyclesPerSecond()).isEqualTo(3_000_000_000L);
      assertThat(selection.get()).isSameAs(selection.get());
      inside.end();
    } finally {
      System.clearProperty("org.cyclecounter.cyclesPerSecond");
    }
  }
}
