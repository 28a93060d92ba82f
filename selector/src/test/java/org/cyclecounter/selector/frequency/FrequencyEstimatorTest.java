// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * What different machines say. The texts follow the formats that Linux prints (show_cpuinfo in
 * arch/ARCH/kernel/setup.c or cpu/proc.c, Documentation/admin-guide/pm/cpufreq.rst) and the manual
 * pages of sysctl, psrinfo and lsattr; the machines and frequencies marked [L] are those of
 * libcpucycles 20240114's page of counters.
 */
class FrequencyEstimatorTest {

  private static final String CPU0 = "/sys/devices/system/cpu/cpu0/";

  private final ScriptedMachine machine = new ScriptedMachine();

  private void expect(long hz, String source) {
    assertThat(new FrequencyEstimator(machine).estimate()).isEqualTo(new Frequency(hz, source));
  }

  @Test
  void amdFx8350WithCpufreq() { // [L] saber214
    machine
        .file(CPU0 + "cpufreq/scaling_setspeed", "<unsupported>\n")
        .file(CPU0 + "cpufreq/scaling_max_freq", "4013452\n")
        .file("/proc/cpuinfo", "cpu MHz\t\t: 1400.000\n");
    expect(4_013_452_000L, CPU0 + "cpufreq/scaling_max_freq");
  }

  @Test
  void aUserspaceGovernorsSpeedComesFirst() {
    machine
        .file(CPU0 + "cpufreq/scaling_setspeed", "1200000\n")
        .file(CPU0 + "cpufreq/scaling_max_freq", "2400000\n");
    expect(1_200_000_000L, CPU0 + "cpufreq/scaling_setspeed");
  }

  @Test
  void intelI5UnderKvmWithoutCpufreq() { // [L] cfarm26
    machine.file(
        "/proc/cpuinfo",
        """
        processor\t: 0
        vendor_id\t: GenuineIntel
        model name\t: Intel(R) Core(TM) i5-4570 CPU @ 3.20GHz
        cpu MHz\t\t: 3192.606
        cache size\t: 16384 KB
        bogomips\t: 6385.21
        """);
    expect(3_192_606_000L, "/proc/cpuinfo: cpu MHz");
  }

  @Test
  void amdEpycInAVm() {
    machine.file("/proc/cpuinfo", "model name\t: AMD EPYC\ncpu MHz\t\t: 2596.122\n");
    expect(2_596_122_000L, "/proc/cpuinfo: cpu MHz");
  }

  @Test
  void power9() { // [L] cfarm29
    machine.file(
        "/proc/cpuinfo",
        """
        processor\t: 0
        cpu\t\t: POWER9, altivec supported
        clock\t\t: 3800.000000MHz
        revision\t: 2.2 (pvr 004e 1202)

        timebase\t: 512000000
        """);
    expect(3_800_000_000L, "/proc/cpuinfo: clock");
  }

  @Test
  void power8() { // [L] cfarm112
    machine.file("/proc/cpuinfo", "cpu\t\t: POWER8E (raw)\nclock\t\t: 3690.000000MHz\n");
    expect(3_690_000_000L, "/proc/cpuinfo: clock");
  }

  @Test
  void z15() { // [L]
    machine.file(
        "/proc/cpuinfo",
        """
        vendor_id       : IBM/S390
        # processors    : 2
        cpu number      : 0
        cpu MHz dynamic : 5200
        cpu MHz static  : 5200
        """);
    expect(5_200_000_000L, "/proc/cpuinfo: cpu MHz static");
  }

  @Test
  void sparcT5() { // [L] cfarm202
    machine
        .file(CPU0 + "clock_tick", "3599910000\n")
        .file("/proc/cpuinfo", "cpu\t\t: UltraSparc T5\n");
    expect(3_599_910_000L, CPU0 + "clock_tick");
  }

  @Test
  void raspberryPi3() { // [L] pi3aplus
    machine
        .file(CPU0 + "cpufreq/scaling_setspeed", "<unsupported>\n")
        .file(CPU0 + "cpufreq/scaling_max_freq", "1400000\n")
        .file("/proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 38.40\n");
    expect(1_400_000_000L, CPU0 + "cpufreq/scaling_max_freq");
  }

  @Test
  void octeonThatSaysNothing() { // [L] cfarm23
    machine.file("/proc/cpuinfo", "system type\t\t: Cavium Octeon\nBogoMIPS\t\t: 2000.00\n");
    expect(
        2_399_987_654L,
        "default, because this system does not report it; /etc/cpucyclespersecond can hold a better"
            + " one");
  }

  @Test
  void starFiveThatSaysNothingButHasTheEnvironmentVariable() { // [L] cfarm91
    machine.file("/proc/cpuinfo", "hart\t\t: 0\nisa\t\t: rv64imafdc\n");
    machine.environment.put("cpucyclespersecond", "1000000000");
    expect(1_000_000_000L, "environment variable cpucyclespersecond");
  }

  @Test
  void loongson3A5000() {
    machine.file("/proc/cpuinfo", "Model Name\t\t: Loongson-3A5000\nCPU MHz\t\t\t: 2500.00\n");
    expect(2_500_000_000L, "/proc/cpuinfo: CPU MHz");
  }

  @Test
  void intelMac() {
    machine.os = "darwin";
    machine.sysctls.put("hw.cpufrequency", 2_300_000_000L);
    expect(2_300_000_000L, "sysctl hw.cpufrequency");
  }

  @Test
  void freeBsd() {
    machine.os = "freebsd";
    machine.sysctls.put("dev.cpu.0.freq", 1500L);
    expect(1_500_000_000L, "sysctl dev.cpu.0.freq"); // arm64, which has none of the others
    machine.sysctls.put("hw.clockrate", 2400L);
    expect(2_400_000_000L, "sysctl hw.clockrate");
    machine.sysctls.put("machdep.tsc_freq", 2_399_996_000L);
    expect(2_399_996_000L, "sysctl machdep.tsc_freq");
  }

  @Test
  void solaris() {
    machine.os = "sunos";
    machine.outputs.put(
        "/usr/sbin/psrinfo",
        """
        Status of virtual processor 0 as of: 06/01/2022 10:12:12
          on-line since 05/01/2022 09:07:27.
          The sparcv9 processor operates at 4133 MHz,
                and has a sparcv9 floating point processor.
        """);
    expect(4_133_000_000L, "psrinfo");
  }

  @Test
  void aix() {
    machine.os = "aix";
    machine.outputs.put(
        "/usr/sbin/lsattr", "frequency   3550000000     Processor Speed       False\n");
    expect(3_550_000_000L, "lsattr: frequency");
  }

  @Test
  void onLinuxNothingOfOtherSystemsIsAsked() {
    machine.sysctls.put("hw.cpufrequency", 1L);
    machine.outputs.put("/usr/sbin/psrinfo", "The x processor operates at 1 MHz");
    assertThat(new FrequencyEstimator(machine).estimate().hz()).isEqualTo(2_399_987_654L);
  }

  @Test
  void theEnvironmentVariableComesBeforeWhatLibcpucyclesDoesNotAsk() {
    machine
        .file("/proc/cpuinfo", "CPU MHz\t\t\t: 2500.00\n")
        .file(CPU0 + "cpufreq/cpuinfo_max_freq", "1400000\n");
    machine.os = "freebsd";
    machine.sysctls.put("machdep.tsc_freq", 2_399_996_000L);
    machine.sysctls.put("hw.clockrate", 2400L);
    machine.environment.put("cpucyclespersecond", "1000000000");
    expect(1_000_000_000L, "environment variable cpucyclespersecond");
    machine.file("/proc/cpuinfo", "cpu MHz\t\t\t: 2700.00\n");
    expect(2_700_000_000L, "/proc/cpuinfo: cpu MHz");
  }

  @Test
  void thisMachineHasSomeFrequency() {
    Frequency frequency = FrequencyEstimator.ofThisMachine().estimate();
    assertThat(frequency.hz()).isPositive();
    assertThat(frequency.source()).isNotEmpty();
  }
}
