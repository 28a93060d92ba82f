// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.Scoring;
import org.junit.jupiter.api.Test;

class SettingsTest {

  /** Values of each component's own, in the record's order. */
  private static final Object[] OTHERS = {
    List.of(),
    Set.of("a"),
    Set.of("b"),
    7L,
    Scoring.LIBCPUCYCLES_20260901,
    Isolation.JVM,
    Scope.CORE,
    false
  };

  private static Object[] defaults() throws ReflectiveOperationException {
    List<Object> values = new ArrayList<>();
    for (var component : Settings.class.getRecordComponents()) {
      values.add(component.getAccessor().invoke(Settings.DEFAULTS));
    }
    return values.toArray();
  }

  private static Settings of(Object[] values) throws ReflectiveOperationException {
    return (Settings) Settings.class.getDeclaredConstructors()[0].newInstance(values);
  }

  @Test
  void settingsAreTheSameOnlyIfEveryComponentIs() throws ReflectiveOperationException {
    assertThat(Settings.DEFAULTS.isSame(of(defaults()))).isTrue();
    assertThat(defaults()).hasSameSizeAs(OTHERS);
    for (int i = 0; i < OTHERS.length; i++) {
      Object[] values = defaults();
      values[i] = OTHERS[i];
      assertThat(Settings.DEFAULTS.isSame(of(values))).as("component %d", i).isFalse();
    }
  }
}
