// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.cyclecounter.spi.nativelib.PerfEventSource.Event;

/** The events that count cycles on the PMUs of cores, as sysfs lists them. */
final class CorePmu {

  /** CPU_CYCLES in every Arm PMU's own numbers: Arm ARM, DDI 0487, "PMU events". */
  private static final int ARM_CPU_CYCLES = 0x11;

  private CorePmu() {}

  /** Lists {@link PerfEventSource#cyclesOfEachPmu} for the PMUs of a directory. */
  static List<Event> cycles(Path devices, long config1) {
    List<Event> events = new ArrayList<>();
    try {
      String[] names = Objects.requireNonNullElse(devices.toFile().list(), new String[0]);
      Arrays.sort(names);
      for (String name : names) {
        boolean isX86 = name.startsWith("cpu_");
        if (isX86 || name.startsWith("armv8") || name.startsWith("armv9")) {
          String type = Files.readString(devices.resolve(name).resolve("type")).strip();
          events.add(
              isX86
                  ? new Event(0, Long.parseLong(type) << 32, config1)
                  : new Event(Integer.parseInt(type), ARM_CPU_CYCLES, config1));
        }
      }
    } catch (IOException | NumberFormatException | SecurityException e) {
      events.clear(); // no sysfs here, as in many containers: the generic event is left
    }
    return events.size() > 1 ? events : List.of(new Event(0, 0, config1));
  }
}
