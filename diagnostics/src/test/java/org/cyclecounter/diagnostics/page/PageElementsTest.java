// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageElementsTest {

  @Test
  void cutsLongTextAndSaysItsLength() {
    assertThat(PageElements.cut("x".repeat(10_000), 5)).isEqualTo("xxxxx... (10,000 characters)");
    assertThat(PageElements.cut("12345", 5)).isEqualTo("12345");
  }

  @Test
  void cutsNoCharacterInHalves() {
    assertThat(PageElements.cut("\uD83D\uDE00".repeat(3), 6)).isEqualTo("\uD83D\uDE00".repeat(3));
    assertThat(PageElements.cut("\uD83D\uDE00".repeat(4), 5))
        .isEqualTo("\uD83D\uDE00".repeat(2) + "... (4 characters)");
  }
}
