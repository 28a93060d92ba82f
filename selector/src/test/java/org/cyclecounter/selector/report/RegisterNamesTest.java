// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;

class RegisterNamesTest {

  @Test
  void namesEachBitByProcessor() {
    Platform arm = new Platform("linux", "aarch64");
    assertThat(RegisterNames.of(1 | 1 << 10 | 1 << 11 | 1 << 18 | 1 << 24 | 1 << 28, arm))
        .containsExactly("x19", "x29", "d8", "d15", "sp", "FPCR");
    assertThat(RegisterNames.of(1 | 1 << 12 | 1 << 23 | 1 << 28, new Platform("linux", "riscv64")))
        .containsExactly("s0", "fs0", "fs11", "frm");
    assertThat(RegisterNames.of(1 << 3 | 1 << 24, new Platform("linux", "x86")))
        .containsExactly("ebp", "esp");
    assertThat(RegisterNames.of(1 << 6 | 1 << 30, new Platform("win32", "x86-64")))
        .containsExactly("rdi", "the x87 stack");
    assertThat(RegisterNames.of(1 << 8, new Platform("linux", "x86-64"))).containsExactly("bit 8");
  }
}
