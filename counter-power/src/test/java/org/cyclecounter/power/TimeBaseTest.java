// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Written from arch/powerpc/kernel/setup-common.c. */
class TimeBaseTest {

  @TempDir Path files;

  private long ofCpuinfo(String text) throws IOException {
    return Mftb.ofCpuinfo(Files.writeString(files.resolve("cpuinfo"), text));
  }

  @Test
  void readsLineOfCpuinfo() throws IOException {
    assertThat(
            ofCpuinfo(
                "processor\t: 0\ncpu\t\t: POWER9\nclock\t\t: 3800.000000MHz\n\n"
                    + "timebase\t: 512000000\nplatform\t: PowerNV\n"))
        .isEqualTo(512_000_000);
  }

  @Test
  void returnsZeroWithoutLine() throws IOException {
    assertThat(ofCpuinfo("cpu MHz : 2596.122\nmytimebase : 5\ntimebase : x\n")).isZero();
    assertThat(ofCpuinfo("timebase : 99999999999999999999\n")).isZero();
  }
}
