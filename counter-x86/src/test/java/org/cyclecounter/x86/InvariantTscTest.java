// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernel's answers as files of a test. */
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

  private String whyNot(String clockSource, String flags) throws IOException {
    Path source = Files.writeString(files.resolve("current_clocksource"), clockSource + "\n");
    Path cpuinfo =
        Files.writeString(
            files.resolve("cpuinfo"),
            "processor\t: 0\nvendor_id\t: x\nflags\t\t: "
                + flags
                + "\nbugs\t\t: x\n\nprocessor\t: 1\nflags\t\t: constant_tsc nonstop_tsc\n");
    return InvariantTsc.whyNot(source, cpuinfo);
  }

  @Test
  void reportsUnknownClockSourceWithoutFiles() {
    Path none = files.resolve("none");
    assertThat(InvariantTsc.whyNot(none, none))
        .contains("CPUID does not call it invariant (0x80000007, EDX bit 8)", "unknown");
  }

  /** The asterisk leaves the scope to CPUID and, failing that, to the kernel's other files. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tsc hpet acpi_pm            | *
          kvm-clock tsc hpet acpi_pm  | *
          xen tsc                     | *
          tsc-early hpet acpi_pm      | *
          ''                          | *
          hpet acpi_pm                | CORE
          kvm-clock acpi_pm           | CORE
          hyperv_clocksource_tsc_page | CORE
          """)
  void narrowsScopeOfCounterThatKernelHasGivenUp(String clockSources, String scope)
      throws Exception {
    Path list = Files.writeString(files.resolve("available_clocksource"), clockSources + " \n");
    assertThat(narrowingReason(list))
        .isEqualTo(
            scope.equals("CORE")
                ? "the kernel does not accept it as a clock source (available_clocksource: "
                    + clockSources
                    + "), so cores may differ"
                : otherWord());
  }

  /** A directory stands for a file that may not be read: root may read every file. */
  @Test
  void leavesScopeToOthersIfListCannotBeRead() throws Exception {
    assertThat(narrowingReason(files.resolve("none"))).isEqualTo(otherWord());
    assertThat(narrowingReason(files)).isEqualTo(otherWord());
  }

  private static String narrowingReason(Path clockSources) throws Exception {
    assumeTrue(Platform.current().processor().startsWith("x86"), "this is not an x86 process");
    TimeStampCounter counter = new TimeStampCounter("amd64-tsc", clockSources);
    counter.open().close();
    assertThat(counter.scope()).as("declared").isEqualTo(Scope.SYSTEM);
    return counter.narrowingReason();
  }

  private static String otherWord() {
    return TimeStampCounter.isInvariant() != 0 ? "" : InvariantTsc.whyNot();
  }

  @Test
  void acceptsKernelsClockSource() throws Exception {
    assertThat(whyNot("tsc", ATHLON_64)).isEmpty();
  }

  @Test
  void acceptsConstantAndNonstopTogether() throws Exception {
    assertThat(whyNot("kvm-clock", PENTIUM_4 + " nonstop_tsc")).isEmpty();
    assertThat(whyNot("kvm-clock", ATHLON_64 + " nonstop_tsc"))
        .as("it does not stop, but changes its rate")
        .isNotEmpty();
  }

  @Test
  void rejectsOtherClockSourcesByName() throws Exception {
    assertThat(whyNot("hpet", PENTIUM_4)).contains("(clock source hpet, no nonstop_tsc)");
    assertThat(whyNot("acpi_pm", ATHLON_64)).contains("(clock source acpi_pm,");
  }
}
