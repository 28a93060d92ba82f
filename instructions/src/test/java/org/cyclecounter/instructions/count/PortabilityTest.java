// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.InstructionCounter;
import org.cyclecounter.instructions.LineCount;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Processors that share portable counts, and those that are refused. */
class PortabilityTest {

  private static final String ALL = "abm aes avx avx2 bmi1 bmi2 f16c fma pclmulqdq popcnt";

  /** Takes vendor, family, model and stepping. */
  private static String cpuinfo(String processor, String flags) {
    String[] words = processor.split(" ");
    return ("processor\t: 0\nvendor_id\t: " + words[0] + "\ncpu family\t: " + words[1])
        + ("\nmodel\t\t: " + words[2] + "\nmodel name\t: A processor\nstepping\t: " + words[3])
        + ("\nflags\t\t: fpu " + flags + " lm\nbugs\t\t: spectre_v1\n");
  }

  /** Haswell is an E5-2673 v3 under Azure, Genoa an EPYC under KVM. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Haswell           | GenuineIntel 6 63 2  | erms                            | LEA 2
          Broadwell         | GenuineIntel 6 79 1  | erms adx                        | LEA 2
          Skylake client    | GenuineIntel 6 94 3  | erms adx                        | LEA 2
          Skylake server    | GenuineIntel 6 85 4  | erms adx avx512f clwb           | LEA 2
          Cascade Lake      | GenuineIntel 6 85 7  | erms adx avx512f clwb           | LEA 3 in part
          Ice Lake          | GenuineIntel 6 106 6 | erms adx avx512f clwb gfni      | LEA 3
          Ice Lake, no clwb | GenuineIntel 6 106 6 | erms adx avx512f gfni           | LEA 2
          Rome              | AuthenticAMD 23 49 0 | adx clwb sha_ni                 | LEA 3
          Genoa             | AuthenticAMD 25 17 1 | adx avx512f clwb erms gfni vaes | LEA 3
          Hygon C86 7280    | HygonGenuine 24 1 1  | adx sha_ni                      | no LEA
          """)
  void namesCodeThatProcessorsShare(String name, String processor, String flags, String lea) {
    String cpuinfo = cpuinfo(processor, ALL + " " + flags);
    assertThat(Portability.obstacle(cpuinfo, 17)).as(name).isEmpty();
    assertThat(Portability.obstacle(cpuinfo, 25)).as(name).isEmpty();
    assertThat(Portability.word(cpuinfo, 17)).as(name).isEqualTo("portable");
    assertThat(Portability.word(cpuinfo, 25)).as(name).isEqualTo("portable, " + lea);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GenuineIntel 6 45 2 | aes avx pclmulqdq popcnt | lacks avx2, bmi1, bmi2, fma, abm, f16c.
          AuthenticAMD 21 2 2 | abm aes avx bmi1 f16c fma pclmulqdq popcnt | lacks avx2, bmi2.
          GenuineIntel 6 87 2 | all | this is GenuineIntel family 6, model 87.
          AuthenticAMD 21 101 2 | all | this is AuthenticAMD family 21, model 101.
          CentaurHauls 7 59 2 | all | this is CentaurHauls family 7, model 59.
          """)
  void refusesProcessorsThatCompileOtherCode(String processor, String flags, String end) {
    String cpuinfo = cpuinfo(processor, flags.equals("all") ? ALL : flags);
    assertThat(Portability.obstacle(cpuinfo, 17)).startsWith("Portable counts need").endsWith(end);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 18, 21, 24, 26})
  void refusesOtherVersionsOfJava(int feature) {
    String cpuinfo = cpuinfo("AuthenticAMD 25 17 1", ALL);
    assertThat(Portability.obstacle(cpuinfo, feature))
        .isEqualTo("Portable counts are for Java 17 and 25; this is " + feature + ".");
  }

  @Test
  void refusesWithoutCpuinfo() {
    assertThat(Portability.obstacle("", 17)).contains("this one lacks avx2, ");
  }

  @Test
  void pinsMoreOptionsInLaterVersion() {
    assertThat(Portability.options(25))
        .containsAll(Portability.options(17))
        .hasSizeGreaterThan(Portability.options(17).size())
        .doesNotHaveDuplicates();
  }

  /** HotSpot warns of what it does not take, and goes on. */
  @Test
  void hotSpotTakesEveryOption() throws IOException {
    List<String> options = Portability.options(Runtime.version().feature());
    assumeTrue(Portability.obstacle().isEmpty(), Portability.obstacle());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Portability.of(Target.OF_NAME).options());
    command.addAll(List.of("-XX:+PrintFlagsFinal", "-version"));
    Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
    String flags =
        new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .replaceAll(" +", " ");
    assertThat(flags).doesNotContain("warning").contains("openjdk version");
    for (String option : options) {
      String name = option.replaceFirst("-XX:[+-]?", "").replaceFirst("=.*", "");
      String value =
          option.contains("=")
              ? option.substring(option.indexOf('=') + 1)
              : Boolean.toString(option.charAt("-XX:".length()) == '+');
      assertThat(flags).contains(" " + name + " = " + value + " ");
    }
  }

  @Test
  void saysWhatLibrariesOfTheSystemHave() {
    StackTraceElement java = new StackTraceElement("demo.Sum", "sum", "Sum.java", 3);
    StackTraceElement stub = new StackTraceElement("", "crc32", "libjvm.so", -2);
    StackTraceElement library = new StackTraceElement("", "memcpy", "libc.so.6", -2);
    List<LineCount> lines =
        List.of(new LineCount(java, 70), new LineCount(stub, 20), new LineCount(library, 10));
    assertThat(Portability.libraries(new InstructionCount(100, 5, 5, "Java; portable; x", lines)))
        .isEqualTo(
            "10 instructions are of libraries of this system (libc.so.6), which differ from machine"
                + " to machine.");
    assertThat(Portability.libraries(new InstructionCount(100, 5, 5, "Java; AMD; x", lines)))
        .isEmpty();
  }

  /** An operation. */
  public static final class Constant implements Callable<Object> {
    @Override
    public Object call() {
      return "";
    }
  }

  @Test
  @Tag("gate")
  void countSaysThatItIsPortable() {
    assumeTrue(InstructionCounter.obstacle().isEmpty());
    assumeTrue(Portability.obstacle().isEmpty(), Portability.obstacle());
    InstructionCount count =
        InstructionCounter.create()
            .portable()
            .jvms(1)
            .warmUp(100)
            .limit(Duration.ofDays(1))
            .count(Constant.class);
    assertThat(count.conditions())
        .contains("); portable")
        .doesNotContain("avx")
        .endsWith("; 100 warm-up runs");
  }
}
