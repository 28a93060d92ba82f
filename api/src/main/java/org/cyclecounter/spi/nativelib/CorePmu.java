package org.cyclecounter.spi.nativelib;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.cyclecounter.spi.nativelib.PerfEventSource.Event;

/**
 * A PMU of cores, as sysfs lists it.
 *
 * @param name its directory's
 * @param type its number, for {@code struct perf_event_attr}
 */
record CorePmu(String name, int type) {

  /** CPU_CYCLES in every Arm PMU's own numbers: Arm ARM, DDI 0487, "PMU events". */
  private static final int ARM_CPU_CYCLES = 0x11;

  /** {@link PerfEventSource#cyclesOfEachPmu} of the PMUs that a directory lists. */
  static List<Event> cycles(Path devices, long config1) {
    List<CorePmu> x86 = pmus(devices, "cpu_");
    if (x86.size() > 1) {
      return x86.stream().map(pmu -> new Event(0, (long) pmu.type() << 32, config1)).toList();
    }
    List<CorePmu> arm = pmus(devices, "armv8", "armv9");
    if (arm.size() > 1) {
      return arm.stream().map(pmu -> new Event(pmu.type(), ARM_CPU_CYCLES, config1)).toList();
    }
    return List.of(new Event(0, 0, config1));
  }

  private static List<CorePmu> pmus(Path devices, String... prefixes) {
    List<CorePmu> pmus = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(devices)) {
      for (Path device : found) {
        String name = device.getFileName().toString();
        for (String prefix : prefixes) {
          if (name.startsWith(prefix)) {
            int type = Integer.parseInt(Files.readString(device.resolve("type")).strip());
            pmus.add(new CorePmu(name, type));
          }
        }
      }
    } catch (IOException
        | DirectoryIteratorException
        | NumberFormatException
        | SecurityException e) {
      return List.of(); // no sysfs here, as in many containers: the generic event is left
    }
    if (pmus.size() > 1) {
      pmus.sort(Comparator.comparing(CorePmu::name));
    }
    return pmus;
  }
}
