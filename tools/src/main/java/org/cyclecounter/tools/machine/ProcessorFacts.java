// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * The processors, as Linux shows them: /proc/cpuinfo, and cpufreq's folders
 * (Documentation/admin-guide/pm/cpufreq.rst, intel_pstate.rst). Most virtual machines have no
 * cpufreq: their host sets the frequency.
 *
 * @param architecture the JVM's name of it, normalised as in {@link
 *     org.cyclecounter.spi.nativelib.Platform}: {@code x86-64}, {@code aarch64}
 * @param model its name for people, as the processor or the firmware gives it
 * @param count how many this process may use: fewer than there are in a container with a limit
 * @param driver the driver that sets their frequency, such as {@code intel_pstate}
 * @param governor the rule by which it does, such as {@code performance}; with commas where
 *     processors differ
 * @param turbo whether they may run above their base frequency
 * @param lowestKhz the lowest frequency that is allowed now ({@code scaling_min_freq}), over all
 * @param highestKhz the highest frequency that is allowed now ({@code scaling_max_freq}), over all
 * @param megahertz the frequencies in /proc/cpuinfo, of each processor in its order, in MHz, at the
 *     moment of reading or nominal, as the kernel has them; x86 only, empty elsewhere
 */
public record ProcessorFacts(
    Known<String> model,
    String architecture,
    int count,
    Known<String> driver,
    Known<String> governor,
    Known<Boolean> turbo,
    Known<Long> lowestKhz,
    Known<Long> highestKhz,
    List<Double> megahertz) {

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

  static ProcessorFacts read(MachineFiles files, String osArch) {
    Known<List<String>> policies = policies(files);
    return new ProcessorFacts(
        model(files),
        architecture(osArch),
        Runtime.getRuntime().availableProcessors(),
        distinct(policies, files, "scaling_driver"),
        distinct(policies, files, "scaling_governor"),
        turbo(files),
        khz(policies, files, "scaling_min_freq").map(Collections::min),
        khz(policies, files, "scaling_max_freq").map(Collections::max),
        megahertz(files));
  }

  private static String architecture(String osArch) {
    String name = osArch.toLowerCase(Locale.ROOT);
    return switch (name) {
      case "amd64", "x86_64" -> "x86-64";
      case "i386", "i486", "i586", "i686" -> "x86";
      case "arm64" -> "aarch64";
      default -> name;
    };
  }

  boolean isX86() {
    return architecture.equals("x86-64") || architecture.equals("x86");
  }

  private static Known<String> model(MachineFiles files) {
    for (String key : MODELS) {
      Known<String> model = files.line(CPUINFO, key);
      if (model.isKnown()) {
        return model;
      }
    }
    Known<String> part = files.line(CPUINFO, "CPU part");
    if (part.isKnown()) { // ARM's numbers, which no file translates
      String implementer = files.line(CPUINFO, "CPU implementer").orElse("?");
      return part.map(number -> "implementer " + implementer + ", part " + number);
    }
    return Known.unknown(
        CPUINFO + (files.isThere(CPUINFO) ? " names no model" : " does not exist"));
  }

  /** The folders in which cpufreq has the settings of one or several processors. */
  private static Known<List<String>> policies(MachineFiles files) {
    Known<List<String>> policies =
        files
            .names(POLICIES)
            .map(names -> names.stream().filter(name -> name.startsWith("policy")).toList());
    return policies.is(List.of())
        ? Known.unknown(POLICIES + " lists no processor: the frequency is not set from here")
        : policies;
  }

  /** Joins the values of a file in all policies, each once: heterogeneous cores may differ. */
  private static Known<String> distinct(
      Known<List<String>> policies, MachineFiles files, String file) {
    return Known.each(policies, "", policy -> files.text(POLICIES + "/" + policy + "/" + file))
        .map(values -> String.join(", ", new TreeSet<>(values)));
  }

  private static Known<List<Long>> khz(
      Known<List<String>> policies, MachineFiles files, String file) {
    return Known.each(policies, "", policy -> files.number(POLICIES + "/" + policy + "/" + file));
  }

  /** Reads Intel's file, which forbids turbo by 1, or else cpufreq's, which allows it by 1. */
  private static Known<Boolean> turbo(MachineFiles files) {
    Known<Long> off = files.number(CPU + "intel_pstate/no_turbo");
    return off.isKnown()
        ? off.map(value -> value == 0)
        : files.number(CPU + "cpufreq/boost").map(value -> value != 0);
  }

  /** Reads the frequencies of as many processors as the beginning of the file has. */
  private static List<Double> megahertz(MachineFiles files) {
    List<Double> frequencies = new ArrayList<>();
    for (String line : files.text(CPUINFO).orElse("").split("\n")) {
      int colon = line.indexOf(':');
      if (line.startsWith("cpu MHz") && colon > 0) {
        try {
          double mhz = Double.parseDouble(line.substring(colon + 1).strip());
          if (Double.isFinite(mhz) && mhz > 0) {
            frequencies.add(mhz);
          }
        } catch (NumberFormatException e) {
          return List.of(); // not a list of frequencies after all
        }
      }
    }
    return frequencies;
  }

  List<Fact> facts() {
    return List.of(
        Fact.of("processor", "Processor", model),
        Fact.of("architecture", "Architecture", architecture),
        Fact.of("processors", "Processors for this process", count),
        Fact.of("frequencyDriver", "Frequency driver", driver),
        Fact.of("governor", "Frequency governor", governor),
        Fact.of("turbo", "Turbo", turbo.map(on -> on ? "on" : "off")),
        Fact.of("lowestKhz", "Lowest frequency allowed", lowestKhz.map(ProcessorFacts::megahertz)),
        Fact.of(
            "highestKhz", "Highest frequency allowed", highestKhz.map(ProcessorFacts::megahertz)));
  }

  private static String megahertz(long khz) {
    return khz / 1000 + " MHz";
  }
}
