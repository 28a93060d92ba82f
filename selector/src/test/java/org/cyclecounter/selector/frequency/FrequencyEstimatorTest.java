// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Frequencies that different machines report. The texts follow the formats that Linux prints
 * (show_cpuinfo in arch/ARCH/kernel/setup.c or cpu/proc.c,
 * Documentation/admin-guide/pm/cpufreq.rst) and the manual pages of sysctl, psrinfo and lsattr; the
 * machines and frequencies marked [L] are those of libcpucycles 20240114's page of counters.
 */
class FrequencyEstimatorTest {

  private static final String CPU0 = "/sys/devices/system/cpu/cpu0/";

  private final ScriptedMachine machine = new ScriptedMachine();

  @Test
  void takesFrequencyThatTheCallerSet() {
    Frequency set = FrequencyEstimator.estimate(1_234_567);
    assertThat(set).isEqualTo(new Frequency(1_234_567, "set by the caller"));
    assertThat(FrequencyEstimator.estimate(0).source()).isNotEqualTo(set.source());
  }

  /** The machine, a file and its text, the frequency in Hz, and its source: the file if null. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          AMD FX-8350 [L] saber214 | cpufreq/scaling_max_freq | '4013452\n' | 4013452000 |
          SPARC T5 [L] cfarm202 | clock_tick | '3599910000\n' | 3599910000 |
          Core i5 under KVM [L] cfarm26 | /proc/cpuinfo | 'model name\t: Intel(R) Core(TM)\
           i5-4570 CPU @ 3.20GHz\ncpu MHz\t\t: 3192.606\nbogomips: 6385\n' | 3192606000 | cpu MHz
          POWER9 [L] cfarm29 | /proc/cpuinfo | 'cpu\t\t: POWER9, altivec supported\n\
          clock\t\t: 3800.000000MHz\ntimebase\t: 512000000\n' | 3800000000 | clock
          z15 [L] | /proc/cpuinfo | 'vendor_id       : IBM/S390\ncpu MHz dynamic : 5100\n\
          cpu MHz static  : 5200\n' | 5200000000 | cpu MHz static
          Loongson | /proc/cpuinfo | 'CPU MHz\t\t\t: 2500.00\n' | 2500000000 | CPU MHz
          """)
  void readsWhatLinuxPrints(String name, String file, String text, long hz, String key) {
    String path = key == null ? CPU0 + file : file;
    machine.file(CPU0 + "cpufreq/scaling_setspeed", "<unsupported>\n").file(path, text);
    machine.expect(hz, key == null ? path : file + ": " + key);
  }

  @Test
  void takesTheDefaultOfMachineThatSaysNothingAndAsksAsNoOtherSystem() { // Octeon [L] cfarm23
    machine.sysctls.put("hw.cpufrequency", 1L);
    machine.outputs.put("/usr/sbin/psrinfo", "The x processor operates at 1 MHz");
    machine.file("/proc/cpuinfo", "system type\t\t: Cavium Octeon\nBogoMIPS\t\t: 2000.00\n");
    machine.expect(
        2_399_987_654L,
        "default, because this system does not report it; /etc/cpucyclespersecond can hold a better"
            + " one");
  }

  @Test
  void prefersAUserspaceGovernorsSpeedAndThenTheMaximum() {
    machine
        .file("/proc/cpuinfo", "cpu MHz\t\t: 1400.000\n")
        .file(CPU0 + "cpufreq/scaling_max_freq", "2400000\n");
    machine.expect(2_400_000_000L, CPU0 + "cpufreq/scaling_max_freq");
    machine.file(CPU0 + "cpufreq/scaling_setspeed", "1200000\n");
    machine.expect(1_200_000_000L, CPU0 + "cpufreq/scaling_setspeed");
  }

  @Test
  void asksEachSystemInItsOwnWay() {
    machine.sysctls.put("hw.cpufrequency", 2_300_000_000L);
    machine.sysctls.put("dev.cpu.0.freq", 1500L);
    machine.outputs.put("/usr/sbin/psrinfo", "The sparcv9 processor operates at 4133 MHz,\n");
    machine.outputs.put("/usr/sbin/lsattr", "frequency   3550000000     Processor Speed  False\n");
    machine.os = "darwin"; // on Intel
    machine.expect(2_300_000_000L, "sysctl hw.cpufrequency");
    machine.sysctls.remove("hw.cpufrequency");
    machine.os = "sunos";
    machine.expect(4_133_000_000L, "psrinfo");
    machine.os = "aix";
    machine.expect(3_550_000_000L, "lsattr: frequency");
    machine.os = "freebsd";
    machine.expect(1_500_000_000L, "sysctl dev.cpu.0.freq"); // arm64, which has none of the others
    machine.sysctls.put("hw.clockrate", 2400L);
    machine.expect(2_400_000_000L, "sysctl hw.clockrate");
    machine.sysctls.put("machdep.tsc_freq", 2_399_996_000L);
    machine.expect(2_399_996_000L, "sysctl machdep.tsc_freq");
  }

  @Test
  void prefersTheEnvironmentVariableToWhatLibcpucyclesDoesNotAsk() {
    machine
        .file("/proc/cpuinfo", "CPU MHz\t\t\t: 2500.00\n")
        .file(CPU0 + "cpufreq/cpuinfo_max_freq", "1400000\n");
    machine.os = "freebsd";
    machine.sysctls.put("machdep.tsc_freq", 2_399_996_000L);
    machine.sysctls.put("hw.clockrate", 2400L);
    machine.environment.put("cpucyclespersecond", "1000000000");
    machine.expect(1_000_000_000L, "environment variable cpucyclespersecond");
    machine.file("/proc/cpuinfo", "cpu MHz\t\t\t: 2700.00\n");
    machine.expect(2_700_000_000L, "/proc/cpuinfo: cpu MHz");
  }
}
