// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import java.util.Optional;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.ProviderText;

/**
 * Estimates the CPU's frequency from libcpucycles 20240114's sources in their order. Never fails:
 * the last source is a constant in a realistic range. Differs from libcpucycles on purpose: {@code
 * /etc/cpucyclespersecond}, or an environment variable, that holds no positive number, or one whose
 * unit is not Hz, is warned of and passed over, and so is a file that cannot be read; and systems
 * that would end at the constant are asked further, after all of libcpucycles's sources.
 *
 * <p>The estimate scales clocks, whose readings are wrong by as much as it is; a counter of cycles
 * is not scaled by it. It is made once a selection, before any counter is probed. Some sources give
 * the highest frequency, others the present one, which changes.
 */
public final class FrequencyEstimator {

  /** The file with which an administrator overrules everything. */
  static final String FILE = "/etc/cpucyclespersecond";

  /** The environment variable asked when the system says nothing. */
  static final String VARIABLE = "cpucyclespersecond";

  /** libcpucycles's constant for machines that say nothing. */
  static final long DEFAULT_HZ = 2_399_987_654L;

  private static final String CPU0 = "/sys/devices/system/cpu/cpu0/";
  private static final String CPUINFO = "/proc/cpuinfo";

  /** In characters: of a file that holds no number, as much as a warning repeats. */
  private static final int MAX_WRONG_TEXT = 60;

  private final Machine machine;

  /** The first answer; this before there is one. */
  private Frequency frequency =
      new Frequency(
          DEFAULT_HZ,
          "default, because this system does not report it; " + FILE + " can hold a better one");

  FrequencyEstimator(Machine machine) {
    this.machine = machine;
  }

  /**
   * Takes the frequency that the caller set, or estimates this machine's.
   *
   * @param setHz cycles per second; 0 if the caller set none
   */
  public static Frequency estimate(long setHz) {
    if (setHz > 0) {
      return new Frequency(setHz, "set by the caller");
    }
    FrequencyEstimator estimator = new FrequencyEstimator(new Machine());
    try {
      return estimator.estimate();
    } catch (SecurityException e) { // of a security manager: not even a file's absence is known
      return estimator.frequency;
    }
  }

  /** Asks each source in order until one answers. No table of lambdas: cold start 1. */
  Frequency estimate() {
    boolean unused =
        trustedFile()
            || file(CPU0 + "cpufreq/scaling_setspeed", 1000) // kHz
            || file(CPU0 + "cpufreq/scaling_max_freq", 1000) // kHz
            || file(CPU0 + "clock_tick", 1) // Linux on SPARC
            || cpuinfo("cpu MHz")
            || cpuinfo("clock") // POWER
            || cpuinfo("cpu MHz static") // s390x
            || sysctl("hw.cpufrequency", 1) // macOS on x86
            || lsattr()
            || psrinfo()
            || trusted("environment variable " + VARIABLE, machine.environment(VARIABLE))
            // From here on not in libcpucycles.
            || cpuinfo("CPU MHz") // LoongArch
            || file(CPU0 + "cpufreq/cpuinfo_max_freq", 1000) // kHz
            // FreeBSD and DragonFly on x86: measured by the kernel, or told by CPUID or the
            // hypervisor (sys/x86/x86/tsc.c).
            || sysctl("machdep.tsc_freq", 1)
            || sysctl("hw.clockrate", 1_000_000) // FreeBSD on x86
            // FreeBSD, with a driver that sets it: cpufreq(4).
            || sysctl("dev.cpu.0.freq", 1_000_000);
    return frequency;
  }

  /** Keeps a source's answer; returns false where it has none, and the next one is asked. */
  private boolean answer(String source, long hz) {
    if (hz > 0) {
      frequency = new Frequency(hz, source);
    }
    return hz > 0;
  }

  /** Asks a file that begins with a number in units of {@code unitHz}, such as 1000 for kHz. */
  private boolean file(String path, long unitHz) {
    return answer(path, Parsers.number(machine.file(path).orElse(""), unitHz));
  }

  /**
   * Asks /proc/cpuinfo; each question reads the file anew, of which the first is answered on x86.
   */
  private boolean cpuinfo(String key) {
    String text = machine.file(CPUINFO).orElse("");
    return answer(CPUINFO + ": " + key, Parsers.megahertzOfLine(text, key));
  }

  /** Asks only systems that have sysctl: the question loads a library, or starts a program. */
  private boolean sysctl(String name, long unitHz) {
    boolean hasSysctl = isOn("darwin") || isOn("bsd") || isOn("dragonfly");
    long value = hasSysctl ? machine.sysctl(name) : 0;
    return value <= Long.MAX_VALUE / unitHz && answer("sysctl " + name, value * unitHz);
  }

  /** Asks AIX by its program, with a full path: a name alone would be looked up in PATH. */
  private boolean lsattr() {
    String[] command = {"/usr/sbin/lsattr", "-E", "-l", "proc0", "-a", "frequency"};
    return isOn("aix") && answer("lsattr: frequency", Parsers.lsattr(machine.output(command)));
  }

  private boolean psrinfo() {
    return (isOn("sunos") || isOn("solaris"))
        && answer("psrinfo", Parsers.psrinfo(machine.output("/usr/sbin/psrinfo", "-v")));
  }

  private boolean isOn(String system) {
    return machine.os().contains(system);
  }

  private boolean trustedFile() {
    Optional<String> text = machine.file(FILE);
    String problem = text.isPresent() ? "" : machine.unreadReason(FILE);
    if (!problem.isEmpty()) {
      Log.warnOnce(
          FILE
              + " is ignored: "
              + problem
              + "; it must be a file that everybody may read, with a number of cycles per second"
              + " such as 3000000000.");
    }
    return trusted(FILE, text);
  }

  /** Takes a number that a person wrote, or warns of a text that is none. */
  private boolean trusted(String source, Optional<String> text) {
    if (text.isEmpty()) {
      return false;
    }
    long hz = Parsers.number(text.get(), 1);
    if (hz == 0) {
      Log.warnOnce(
          (source.equals(FILE) ? "The file " : "The ")
              + source
              + " is ignored: it must hold a number of cycles per second from 1 to 9e18, such as"
              + " 3000000000, not '"
              + ProviderText.shorten(text.get().strip(), MAX_WRONG_TEXT)
              + "'.");
    }
    return answer(source, hz);
  }
}
