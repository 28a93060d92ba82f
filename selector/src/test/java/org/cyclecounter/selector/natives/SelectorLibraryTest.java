// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.junit.jupiter.api.Test;

class SelectorLibraryTest {

  @Test
  void whatIsPackagedIsLoadedAsOftenAsAskedFor() {
    NativeLibrary child = SelectorLibrary.named("cyclecounter-child-1");
    assumeTrue(child.isPackaged(), "no library of the selector's for this platform");
    assertThat(SelectorLibrary.load(child)).isTrue();
    assertThat(SelectorLibrary.load(child)).isTrue();
  }

  @Test
  void whatIsNotPackagedIsNotLoaded() {
    assertThat(SelectorLibrary.load(SelectorLibrary.named("cyclecounter-nowhere-1"))).isFalse();
  }
}
