// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

class SelectorLibraryTest {

  @Test
  void whatIsPackagedIsLoadedAsOftenAsAskedFor() {
    assumeTrue(
        SelectorLibrary.LIBRARY.isPackaged(), "no library of the selector's for this platform");
    assertThat(SelectorLibrary.load()).isTrue();
    assertThat(SelectorLibrary.load()).isTrue();
  }
}
