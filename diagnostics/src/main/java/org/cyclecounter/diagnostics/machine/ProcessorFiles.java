// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.machine;

import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The processors, as Linux shows them: /proc/cpuinfo, and cpufreq's folders
 * (Documentation/admin-guide/pm/cpufreq.rst, intel_pstate.rst). Most virtual machines have no
 * cpufreq: their host sets the frequency.
 */
final class ProcessorFiles {

  private static final String CPUINFO = "/proc/cpuinfo";
  private static final String CPU = "/sys/devices/system/cpu/";
  private static final String POLICIES = CPU + "cpufreq";

  /**
   * The lines of /proc/cpuinfo that name a processor: x86, ARM, POWER, s390, RISC-V, MIPS. Each
   * architecture writes a file of its own (arch/.../proc.c and setup.c), and the first key found
   * wins.
   */
  private static final List<String> MODELS =
      List.of("model name", "Model", "cpu", "processor 0", "uarch", "cpu model", "Processor");

  private ProcessorFiles() {}

  static MaybeKnown<String> model(MachineFiles files) {
    for (String key : MODELS) {
      MaybeKnown<String> model = files.line(CPUINFO, key);
      if (model.isKnown()) {
        return model;
      }
    }
    MaybeKnown<String> part = files.line(CPUINFO, "CPU part");
    if (part.isKnown()) { // ARM's numbers, which no file translates
      String implementer = files.line(CPUINFO, "CPU implementer").orElse("?");
      return part.map(number -> "implementer " + implementer + ", part " + number);
    }
    return MaybeKnown.unknown(
        CPUINFO + (files.isThere(CPUINFO) ? " names no model" : " does not exist"));
  }

  static MaybeKnown<String> driver(MachineFiles files) {
    return distinct(files, "scaling_driver");
  }

  static MaybeKnown<String> governor(MachineFiles files) {
    return distinct(files, "scaling_governor");
  }

  /** Reads Intel's file, which forbids turbo by 1, or else cpufreq's, which allows it by 1. */
  static MaybeKnown<String> turbo(MachineFiles files) {
    return files
        .number(CPU + "intel_pstate/no_turbo")
        .map(value -> value == 0 ? "on" : "off")
        .or(() -> files.number(CPU + "cpufreq/boost").map(value -> value == 0 ? "off" : "on"));
  }

  static MaybeKnown<String> lowest(MachineFiles files) {
    return khz(files, "scaling_min_freq").map(Collections::min).map(ProcessorFiles::megahertz);
  }

  static MaybeKnown<String> highest(MachineFiles files) {
    return khz(files, "scaling_max_freq").map(Collections::max).map(ProcessorFiles::megahertz);
  }

  private static String megahertz(long khz) {
    return khz / 1000 + " MHz";
  }

  /** Joins the values of a file in all policies, each once: heterogeneous cores may differ. */
  private static MaybeKnown<String> distinct(MachineFiles files, String file) {
    return each(files, file, files::text).map(values -> String.join(", ", new TreeSet<>(values)));
  }

  private static MaybeKnown<List<Long>> khz(MachineFiles files, String file) {
    return each(files, file, files::number);
  }

  /** Reads a file in each folder in which cpufreq has the settings of processors. */
  private static <T> MaybeKnown<List<T>> each(
      MachineFiles files, String file, Function<String, MaybeKnown<T>> reader) {
    return MaybeKnown.each(
        files
            .names(POLICIES)
            .map(names -> names.stream().filter(name -> name.startsWith("policy")).toList()),
        POLICIES + " lists no processor: the frequency is not set from here",
        policy -> reader.apply(POLICIES + "/" + policy + "/" + file));
  }

  /** Reads the frequencies of as many processors as the beginning of the file has. */
  static List<Double> megahertz(MachineFiles files) {
    return files
        .values(CPUINFO, "cpu MHz")
        .parse(
            lines ->
                lines.stream()
                    .map(Double::valueOf)
                    .filter(mhz -> Double.isFinite(mhz) && mhz > 0)
                    .toList(),
            "not a list of frequencies after all")
        .orElse(List.of());
  }
}
