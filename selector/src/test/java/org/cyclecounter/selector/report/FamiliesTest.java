// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.misc.MiscProvider;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.Test;

class FamiliesTest {

  @Test
  void recognizesProviderByItsExactClass() {
    assertThat(Families.has(MiscProvider.class)).isTrue();
    assertThat(Families.has(TestCounter.class)).isFalse();
    assertThat(Families.order("org.cyclecounter.misc.Other")).isNegative();
    assertThat(Families.order("org.cyclecounter.os.OsProvider"))
        .as("behind those of processors")
        .isGreaterThan(Families.order(MiscProvider.class.getName()));
  }

  @Test
  void namesArtifactOfProcessor() {
    assertThat(Families.artifact("armel")).isEqualTo("cyclecounter-arm");
    assertThat(Families.artifact("armv7")).as("has no counters").isEmpty();
    assertThat(Families.module("cyclecounter-arm")).isEqualTo("org.cyclecounter.arm");
  }
}
