// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences for machines that cannot count, and the texts that counts are made of. */
class SteppingSentencesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          linux-x86-64  | OpenJDK 64-Bit Server VM          | TracerPid:\t0    | ''
          linux-x86-64  | OpenJDK 64-Bit Server VM          | ''             | ''
          linux-x86-64  | Java HotSpot(TM) 64-Bit Server VM | TracerPid:\t0    | ''
          linux-aarch64 | OpenJDK 64-Bit Server VM          | TracerPid:\t0    | Instructions can be counted on Linux on x86-64 only; this is linux-aarch64.
          linux-x86-64  | Eclipse OpenJ9 VM                 | TracerPid:\t0    | Instructions can be counted in HotSpot with its compilers only; this is Eclipse OpenJ9 VM.
          linux-x86-64  | OpenJDK 64-Bit Zero VM            | TracerPid:\t0    | Instructions can be counted in HotSpot with its compilers only; this is OpenJDK 64-Bit Zero VM.
          linux-x86-64  | OpenJDK 64-Bit Server VM          | TracerPid:\t4711 | Process 4711 traces this one, as a debugger or strace does, and takes its traps: end it.
          """)
  void judgesFactsOfMachine(String platform, String vm, String tracer, String sentence) {
    String status = "Name:\tjava\n" + tracer + "\nUid:\t0\n";
    assertThat(SteppingSentences.of(platform, vm, status)).isEqualTo(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | 0 of 2,042 instructions",
        "1000 | 999 of 2,042 instructions",
        "4001 | 4,000 of 2,042 instructions",
        "-1 | with error 1:",
        "-38 | with error 38:",
        "-2000 | emulated by QEMU",
      })
  void explainsResultsOfSelfTest(long result, String part) {
    assertThat(SteppingSentences.ofSelfTest(result)).contains(part);
  }

  @Test
  void explainsEndOfJvm() {
    assertThat(SteppingSentences.ofEnd("tried", 128 + 5, ""))
        .contains("tried was ended by signal 5: ");
    assertThat(SteppingSentences.ofEnd("tried", 1, "No option"))
        .endsWith("with status 1: No option");
  }

  @Test
  void namesProcessorByFamilyAndFeatures() {
    String cpuinfo =
        "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nflags\t\t: fpu vme avx2 bmi1"
            + " hypervisor\n\nprocessor\t: 1\nflags\t\t: avx512f\n";
    assertThat(Conditions.processor(cpuinfo)).isEqualTo("AuthenticAMD family 25, avx2 bmi1");
    assertThat(Conditions.processor("")).isEqualTo("unknown family unknown, ");
  }
}
