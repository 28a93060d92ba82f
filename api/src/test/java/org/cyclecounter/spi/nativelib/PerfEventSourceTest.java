// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.PerfEventSource.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The PMUs that a kernel shows, as folders of a test. */
class PerfEventSourceTest {

  @TempDir Path devices;

  private void pmu(String name, String type) throws IOException {
    Files.writeString(Files.createDirectories(devices.resolve(name)).resolve("type"), type);
  }

  @Test
  void usesGenericEventForOneKindOfCore() throws IOException {
    pmu("cpu", "4\n");
    pmu("software", "1\n");
    pmu("power", "9\n");
    assertThat(CorePmu.cycles(devices, 3)).containsExactly(new Event(0, 0, 3));
    assertThat(CorePmu.cycles(devices.resolve("none"), 0)).containsExactly(new Event(0, 0, 0));
  }

  @Test
  void usesEventOfEachPmuOnHybridX86() throws IOException {
    pmu("cpu_core", "4\n");
    pmu("cpu_atom", "10\n");
    assertThat(CorePmu.cycles(devices, 0))
        .containsExactly(new Event(0, 10L << 32, 0), new Event(0, 4L << 32, 0));
  }

  @Test
  void usesEventOfEachPmuOfBigAndLittleCores() throws IOException {
    pmu("armv8_cortex_a53", "8\n");
    pmu("armv8_cortex_a72", "9\n");
    pmu("arm_spe_0", "7\n");
    assertThat(CorePmu.cycles(devices, 3))
        .containsExactly(new Event(8, 0x11, 3), new Event(9, 0x11, 3));
  }

  @Test
  void usesGenericEventIfTypeCannotBeRead() throws IOException {
    pmu("cpu_core", "4\n");
    pmu("cpu_atom", "?\n");
    assertThat(CorePmu.cycles(devices, 0)).containsExactly(new Event(0, 0, 0));
  }

  @Test
  void rejectsMachineWhoseDevicesIncludeNoPmu(@TempDir Path devices) throws Exception {
    Files.createDirectory(devices.resolve("software"));
    Files.createDirectory(devices.resolve("msr"));
    assertThatThrownBy(() -> PerfEventSource.checkDevices(devices))
        .isInstanceOf(CounterUnavailableException.class)
        .hasMessage(
            "no hardware cycle counter (no core PMU in "
                + devices
                + "); usual in virtual machines");
    Files.createDirectory(devices.resolve("some-cpu"));
    PerfEventSource.checkDevices(devices);
    PerfEventSource.checkDevices(devices.resolve("absent"));
  }
}
