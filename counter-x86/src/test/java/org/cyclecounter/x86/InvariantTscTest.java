// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CPUID's answer, and the kernel's as files of a test. */
class InvariantTscTest {

  /** Of a Pentium 4 (Prescott): its rate is constant, but it stops in deep sleep. */
  private static final String PENTIUM_4 =
      "fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush dts acpi mmx"
          + " fxsr sse sse2 ss ht tm pbe syscall nx lm constant_tsc pebs bts nopl cpuid pni"
          + " dtes64 monitor ds_cpl est cid cx16 xtpr pti";

  /** Of an Athlon 64 X2: its rate follows the core's, each core's for itself. */
  private static final String ATHLON_64 =
      "fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx fxsr sse"
          + " sse2 ht syscall nx mmxext fxsr_opt rdtscp lm 3dnowext 3dnow rep_good nopl cpuid pni"
          + " cx16 lahf_lm cmp_legacy svm extapic cr8_legacy 3dnowprefetch vmmcall";

  @TempDir Path files;

  private String whyNot(boolean byCpuid, String clockSource, String flags) throws IOException {
    Path source = Files.writeString(files.resolve("current_clocksource"), clockSource + "\n");
    Path cpuinfo =
        Files.writeString(
            files.resolve("cpuinfo"),
            "processor\t: 0\nvendor_id\t: x\nflags\t\t: "
                + flags
                + "\nbugs\t\t: x\n\nprocessor\t: 1\nflags\t\t: constant_tsc nonstop_tsc\n");
    return InvariantTsc.whyNot(byCpuid, source, cpuinfo);
  }

  @Test
  void whereCpuidSaysSoNoFileIsRead() {
    Path none = files.resolve("none");
    assertThat(InvariantTsc.whyNot(true, none, none)).isEmpty();
    assertThat(InvariantTsc.whyNot(false, none, none))
        .contains("CPUID does not call it invariant (0x80000007, EDX bit 8)", "unknown");
  }

  @Test
  void theKernelsClockSourceIsSynchronised() throws Exception {
    assertThat(whyNot(false, "tsc", ATHLON_64)).isEmpty();
  }

  @Test
  void theKernelMayCallItConstantAndNonstop() throws Exception {
    assertThat(whyNot(false, "kvm-clock", PENTIUM_4 + " nonstop_tsc")).isEmpty();
    assertThat(whyNot(false, "kvm-clock", ATHLON_64 + " nonstop_tsc"))
        .as("it does not stop, but changes its rate")
        .isNotEmpty();
  }

  @Test
  void otherwiseReadingsOfTwoCoresDoNotCompare() throws Exception {
    assertThat(whyNot(false, "hpet", PENTIUM_4)).contains("(clock source hpet, no nonstop_tsc)");
    assertThat(whyNot(false, "acpi_pm", ATHLON_64)).contains("(clock source acpi_pm,");
  }
}
