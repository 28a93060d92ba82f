// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.cyclecounter.selector.limits.Log;
import org.cyclecounter.selector.limits.ProviderText;

/**
 * Estimates the CPU's frequency from libcpucycles 20240114's sources in their order. Never fails:
 * the last source is a constant in a realistic range. Differs from libcpucycles on purpose: {@code
 * /etc/cpucyclespersecond}, or an environment variable, that holds no positive number, or one whose
 * unit is not Hz, is warned of and passed over, and so is a file that cannot be read; and systems
 * that would end at the constant are asked further, after all of libcpucycles's sources.
 */
public final class FrequencyEstimator {

  /** The file with which an administrator overrules everything. */
  static final String FILE = "/etc/cpucyclespersecond";

  /** The environment variable asked when the system says nothing. */
  static final String VARIABLE = "cpucyclespersecond";

  static final long DEFAULT_HZ = 2_399_987_654L;

  private static final String CPU0 = "/sys/devices/system/cpu/cpu0/";
  private static final String CPUINFO = "/proc/cpuinfo";

  /** How a place is asked. */
  private enum How {
    FILE_OF_TRUST,
    VARIABLE_OF_TRUST,
    NUMBER_IN_FILE,
    LINE_OF_CPUINFO,
    SYSCTL,
    LSATTR,
    PSRINFO
  }

  /** A place to ask. A table without lambdas: cold start 1. */
  private record Source(String name, How how, String where, long unitHz) {}

  private static final List<Source> SOURCES =
      List.of(
          new Source(FILE, How.FILE_OF_TRUST, FILE, 1),
          file(CPU0 + "cpufreq/scaling_setspeed", 1000),
          file(CPU0 + "cpufreq/scaling_max_freq", 1000),
          file(CPU0 + "clock_tick", 1),
          cpuinfo("cpu MHz"),
          cpuinfo("clock"),
          cpuinfo("cpu MHz static"),
          sysctl("hw.cpufrequency", 1),
          new Source("lsattr: frequency", How.LSATTR, "aix", 1),
          new Source("psrinfo", How.PSRINFO, "sunos", 1),
          new Source("environment variable " + VARIABLE, How.VARIABLE_OF_TRUST, VARIABLE, 1),
          // From here on not in libcpucycles.
          cpuinfo("CPU MHz"), // LoongArch
          file(CPU0 + "cpufreq/cpuinfo_max_freq", 1000),
          // FreeBSD and DragonFly on x86: what the kernel measured, or has from CPUID or the
          // hypervisor (sys/x86/x86/tsc.c).
          sysctl("machdep.tsc_freq", 1),
          sysctl("hw.clockrate", 1_000_000), // FreeBSD on x86
          sysctl("dev.cpu.0.freq", 1_000_000)); // FreeBSD, with a driver that sets it: cpufreq(4)

  private final Machine machine;

  FrequencyEstimator(Machine machine) {
    this.machine = machine;
  }

  public static FrequencyEstimator ofThisMachine() {
    return new FrequencyEstimator(new LocalMachine());
  }

  /** Asks each source until one answers. */
  public Frequency estimate() {
    for (Source source : SOURCES) {
      Optional<Long> hz = ask(source);
      if (hz.isPresent()) {
        return new Frequency(hz.get(), source.name());
      }
    }
    return new Frequency(
        DEFAULT_HZ,
        "default, because this system does not report it; " + FILE + " can hold a better one");
  }

  private Optional<Long> ask(Source source) {
    return switch (source.how()) {
      case FILE_OF_TRUST -> trustedFile();
      case VARIABLE_OF_TRUST ->
          trusted("The environment variable " + VARIABLE, machine.environment(VARIABLE));
      case NUMBER_IN_FILE -> {
        Optional<String> text = machine.file(source.where());
        yield text.isPresent() ? Parsers.number(text.get(), source.unitHz()) : Optional.empty();
      }
      case LINE_OF_CPUINFO -> {
        Optional<String> text = machine.file(CPUINFO);
        yield text.isPresent()
            ? Parsers.megahertzOfLine(text.get(), source.where())
            : Optional.empty();
      }
      // Only systems that have sysctl are asked: the question loads a library, or JNA.
      case SYSCTL -> {
        Optional<Long> value =
            on(machine, "mac") || on(machine, "bsd") || on(machine, "dragonfly")
                ? machine.sysctl(source.where())
                : Optional.empty();
        yield value.isPresent()
                && value.get() > 0
                && value.get() <= Long.MAX_VALUE / source.unitHz()
            ? Optional.of(value.get() * source.unitHz())
            : Optional.empty();
      }
      case LSATTR ->
          on(machine, "aix")
              ? machine
                  .output("/usr/sbin/lsattr", "-E", "-l", "proc0", "-a", "frequency")
                  .flatMap(Parsers::lsattr)
              : Optional.empty();
      case PSRINFO ->
          on(machine, "sunos") || on(machine, "solaris")
              ? machine.output("/usr/sbin/psrinfo", "-v").flatMap(Parsers::psrinfo)
              : Optional.empty();
    };
  }

  private static Source file(String path, long unitHz) {
    return new Source(path, How.NUMBER_IN_FILE, path, unitHz);
  }

  private static Source cpuinfo(String key) {
    return new Source(CPUINFO + ": " + key, How.LINE_OF_CPUINFO, key, 1_000_000);
  }

  private static Source sysctl(String name, long unitHz) {
    return new Source("sysctl " + name, How.SYSCTL, name, unitHz);
  }

  private static boolean on(Machine machine, String system) {
    return machine.osName().toLowerCase(Locale.ROOT).contains(system);
  }

  private Optional<Long> trustedFile() {
    Optional<String> text = machine.file(FILE);
    String problem = text.isPresent() ? "" : machine.whyUnread(FILE);
    if (!problem.isEmpty()) {
      Log.warnOnce(
          FILE
              + " is ignored: "
              + problem
              + "; it must be a file that everybody may read, with a number of cycles per second"
              + " such as 3000000000.");
    }
    return trusted("The file " + FILE, text);
  }

  private static Optional<Long> trusted(String what, Optional<String> text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<Long> hz = Parsers.number(text.get(), 1);
    if (hz.isEmpty()) {
      String clean = ProviderText.clean(text.get().strip());
      Log.warnOnce(
          what
              + " is ignored: it must hold a positive number of cycles per second, such as"
              + " 3000000000, not '"
              + (clean.length() <= 60 ? clean : clean.substring(0, 60) + "...")
              + "'.");
    }
    return hz;
  }
}
