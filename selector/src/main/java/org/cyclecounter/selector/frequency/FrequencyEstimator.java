package org.cyclecounter.selector.frequency;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Estimates the CPU's frequency from libcpucycles 20240114's sources in their order. Never fails:
 * the last source is a constant in a realistic range. Differs from libcpucycles in two points: a
 * {@code /etc/cpucyclespersecond} or environment variable whose content is not a positive number is
 * warned about and passed over; and some systems that would end at the constant are asked further,
 * after all of libcpucycles's questions to the system.
 */
public final class FrequencyEstimator {

  /** The file with which an administrator overrules everything. */
  static final String FILE = "/etc/cpucyclespersecond";

  /** The environment variable asked when the system says nothing. */
  static final String VARIABLE = "cpucyclespersecond";

  static final long DEFAULT_HZ = 2_399_987_654L;

  private static final String CPU0 = "/sys/devices/system/cpu/cpu0/";
  private static final String CPUINFO = "/proc/cpuinfo";
  private static final System.Logger LOG = System.getLogger("org.cyclecounter.selector");

  /** A place to ask, and how. */
  private record Source(String name, Function<Machine, Optional<Long>> hz) {}

  private static final List<Source> SOURCES =
      List.of(
          new Source(FILE, m -> m.file(FILE).flatMap(t -> trusted("The file " + FILE, t))),
          file(CPU0 + "cpufreq/scaling_setspeed", 1000),
          file(CPU0 + "cpufreq/scaling_max_freq", 1000),
          file(CPU0 + "clock_tick", 1),
          cpuinfo("cpu MHz"),
          cpuinfo("clock"),
          cpuinfo("cpu MHz static"),
          sysctl("hw.cpufrequency", 1),
          new Source(
              "lsattr: frequency",
              m ->
                  on(m, "aix")
                      ? m.output("/usr/sbin/lsattr", "-E", "-l", "proc0", "-a", "frequency")
                          .flatMap(Parsers::lsattr)
                      : Optional.empty()),
          new Source(
              "psrinfo",
              m ->
                  on(m, "sunos") || on(m, "solaris")
                      ? m.output("/usr/sbin/psrinfo", "-v").flatMap(Parsers::psrinfo)
                      : Optional.empty()),
          // From here on not in libcpucycles.
          cpuinfo("CPU MHz"), // LoongArch
          file(CPU0 + "cpufreq/cpuinfo_max_freq", 1000),
          sysctl("machdep.tsc_freq", 1), // FreeBSD, DragonFly on x86
          sysctl("hw.clockrate", 1_000_000), // FreeBSD
          new Source(
              "environment variable " + VARIABLE,
              m ->
                  m.environment(VARIABLE)
                      .flatMap(t -> trusted("The environment variable " + VARIABLE, t))));

  private final Machine machine;

  FrequencyEstimator(Machine machine) {
    this.machine = machine;
  }

  /**
   * Asks the machine this runs on.
   *
   * @return an estimator
   */
  public static FrequencyEstimator ofThisMachine() {
    return new FrequencyEstimator(new LocalMachine());
  }

  /**
   * Asks each source until one answers.
   *
   * @return the frequency in Hz and where it comes from
   */
  public Frequency estimate() {
    for (Source source : SOURCES) {
      Optional<Long> hz = source.hz().apply(machine);
      if (hz.isPresent()) {
        return new Frequency(hz.get(), source.name());
      }
    }
    return new Frequency(
        DEFAULT_HZ, "default, as nothing on this system tells; " + FILE + " can hold a better one");
  }

  private static Source file(String path, long unitHz) {
    return new Source(path, m -> m.file(path).flatMap(text -> Parsers.number(text, unitHz)));
  }

  private static Source cpuinfo(String key) {
    return new Source(
        CPUINFO + ": " + key,
        m -> m.file(CPUINFO).flatMap(text -> Parsers.megahertzOfLine(text, key)));
  }

  /** Only systems that have sysctl are asked: the question loads JNA. */
  private static Source sysctl(String name, long unitHz) {
    return new Source(
        "sysctl " + name,
        m ->
            on(m, "mac") || on(m, "bsd") || on(m, "dragonfly")
                ? m.sysctl(name).filter(value -> value > 0).map(value -> value * unitHz)
                : Optional.empty());
  }

  private static boolean on(Machine machine, String system) {
    return machine.osName().toLowerCase(Locale.ROOT).contains(system);
  }

  private static Optional<Long> trusted(String what, String text) {
    Optional<Long> hz = Parsers.number(text, 1);
    if (hz.isEmpty()) {
      String clean = text.strip().replaceAll("\\p{Cntrl}+", " ");
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} is ignored: it must hold a positive number of cycles per second, such as"
              + " 3000000000, not ''{1}''.",
          what,
          clean.length() <= 60 ? clean : clean.substring(0, 60) + "...");
    }
    return hz;
  }
}
