// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceTreeTest {

  @TempDir Path cpus;

  private void property(String folder, int... bytes) throws IOException {
    byte[] content = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      content[i] = (byte) bytes[i];
    }
    Path directory = Files.createDirectories(cpus.resolve(folder));
    Files.write(directory.resolve("timebase-frequency"), content);
  }

  @Test
  void aCellIsBigEndianAndOfAllProcessors() throws IOException {
    property("", 0x00, 0x98, 0x96, 0x80);
    assertThat(DeviceTree.timebaseFrequency(cpus)).isEqualTo(10_000_000);
  }

  @Test
  void orOfOneProcessorAndOf64Bits() throws IOException {
    property("PowerPC,POWER9@8", 0, 0, 0, 0, 0x1e, 0x84, 0x80, 0x00);
    assertThat(DeviceTree.timebaseFrequency(cpus)).isEqualTo(512_000_000);
  }

  @Test
  void whatIsMissingOrMisshapenIs0() throws IOException {
    assertThat(DeviceTree.timebaseFrequency(cpus.resolve("none"))).isZero();
    assertThat(DeviceTree.timebaseFrequency(cpus)).isZero();
    property("", 1, 2, 3);
    property("cpu@0", 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
    assertThat(DeviceTree.timebaseFrequency(cpus)).isZero();
  }
}
