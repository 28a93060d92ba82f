// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Reads what Linux shows of its processors: /proc/cpuinfo, and cpufreq's folders
 * (Documentation/admin-guide/pm/cpufreq.rst, intel_pstate.rst).
 */
final class ProcessorFiles {

  private static final String CPUINFO = "/proc/cpuinfo";
  private static final String CPU = "/sys/devices/system/cpu/";
  private static final String POLICIES = CPU + "cpufreq";

  /** The lines of /proc/cpuinfo that name a processor: x86, ARM, POWER, s390, RISC-V, MIPS. */
  private static final List<String> MODELS =
      List.of("model name", "Model", "cpu", "processor 0", "uarch", "cpu model", "Processor");

  private ProcessorFiles() {}

  static ProcessorFacts read(MachineFiles files, String architecture) {
    return new ProcessorFacts(
        model(files),
        files.line(CPUINFO, "vendor_id"),
        architecture,
        Runtime.getRuntime().availableProcessors(),
        distinct(files, "scaling_driver"),
        distinct(files, "scaling_governor"),
        turbo(files),
        extreme(files, "scaling_min_freq", true),
        extreme(files, "scaling_max_freq", false),
        megahertz(files));
  }

  private static Known<String> model(MachineFiles files) {
    for (String key : MODELS) {
      Known<String> model = files.line(CPUINFO, key);
      if (model.isKnown()) {
        return model;
      }
    }
    Known<String> part = files.line(CPUINFO, "CPU part");
    if (part.isKnown()) {
      String implementer = files.line(CPUINFO, "CPU implementer").orElse("?");
      return part.map(number -> "implementer " + implementer + ", part " + number);
    }
    return files.isThere(CPUINFO)
        ? Known.unknown(CPUINFO + " names no model")
        : Known.unknown(CPUINFO + " does not exist");
  }

  /** The folders in which cpufreq has the settings of one or several processors. */
  private static Known<List<String>> policies(MachineFiles files) {
    Known<List<String>> names = files.names(POLICIES);
    List<String> policies = new ArrayList<>();
    for (String name : names.orElse(List.of())) {
      if (name.startsWith("policy")) {
        policies.add(POLICIES + "/" + name + "/");
      }
    }
    if (!policies.isEmpty()) {
      return Known.of(policies);
    }
    return names.isKnown()
        ? Known.unknown(POLICIES + " lists no processor: the frequency is not set from here")
        : Known.unknown(names.whyNot());
  }

  private static Known<String> distinct(MachineFiles files, String file) {
    Known<List<String>> policies = policies(files);
    TreeSet<String> values = new TreeSet<>();
    String why = policies.whyNot();
    for (String policy : policies.orElse(List.of())) {
      Known<String> value = files.text(policy + file);
      if (value.isKnown()) {
        values.add(value.orElse(""));
      } else {
        why = value.whyNot();
      }
    }
    return values.isEmpty() ? Known.unknown(why) : Known.of(String.join(", ", values));
  }

  private static Known<Long> extreme(MachineFiles files, String file, boolean lowest) {
    Known<List<String>> policies = policies(files);
    Known<Long> found = Known.unknown(policies.isKnown() ? file + " is empty" : policies.whyNot());
    for (String policy : policies.orElse(List.of())) {
      Known<Long> khz = files.number(policy + file);
      int order = khz.orElse(0L).compareTo(found.orElse(0L));
      if (!found.isKnown() || khz.isKnown() && (lowest ? order < 0 : order > 0)) {
        found = khz;
      }
    }
    return found;
  }

  private static Known<Boolean> turbo(MachineFiles files) {
    Known<Long> off = files.number(CPU + "intel_pstate/no_turbo");
    if (off.isKnown()) {
      return off.map(value -> value == 0);
    }
    return files.number(CPU + "cpufreq/boost").map(value -> value != 0);
  }

  private static List<Double> megahertz(MachineFiles files) {
    List<Double> found = new ArrayList<>();
    for (String line : files.text(CPUINFO).orElse("").split("\n")) {
      int colon = line.indexOf(':');
      if (line.startsWith("cpu MHz") && colon > 0) {
        try {
          double mhz = Double.parseDouble(line.substring(colon + 1).strip());
          if (Double.isFinite(mhz) && mhz > 0) {
            found.add(mhz);
          }
        } catch (NumberFormatException e) {
          return List.of(); // not a list of frequencies after all
        }
      }
    }
    return found;
  }
}
