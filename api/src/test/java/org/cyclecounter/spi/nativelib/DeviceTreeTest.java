// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceTreeTest {

  @TempDir Path cpus;

  private void property(String folder, String bytes) throws IOException {
    Path directory = Files.createDirectories(cpus.resolve(folder));
    Files.write(directory.resolve("timebase-frequency"), HexFormat.of().parseHex(bytes));
  }

  @Test
  void readsBigEndianCellOfAllProcessors() throws IOException {
    property("", "00989680");
    assertThat(DeviceTree.timebaseFrequency(cpus)).isEqualTo(10_000_000);
  }

  @Test
  void readsTwoCellsOfOneProcessor() throws IOException {
    property("PowerPC,POWER9@8", "000000001e848000");
    assertThat(DeviceTree.timebaseFrequency(cpus)).isEqualTo(512_000_000);
  }

  @Test
  void returnsZeroForMissingOrMalformedProperty() throws IOException {
    assertThat(DeviceTree.timebaseFrequency(cpus.resolve("none"))).isZero();
    assertThat(DeviceTree.timebaseFrequency(cpus)).isZero();
    property("", "010203");
    property("cpu@0", "ffffffffffffffff");
    assertThat(DeviceTree.timebaseFrequency(cpus)).isZero();
  }
}
