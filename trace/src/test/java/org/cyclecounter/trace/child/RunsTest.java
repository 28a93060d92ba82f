// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that are the same in every JVM, and the commonest of runs. */
class RunsTest {

  @ParameterizedTest
  @CsvSource({
    "Ljava/util/HashMap;, java.util.HashMap",
    "La/Count$$Lambda$14.0x0000000800c01200;, a.Count$$Lambda",
    "La/Count$$Lambda.0x0000000800c01200;, a.Count$$Lambda",
    "Ljava/lang/invoke/LambdaForm$MH.0x00007f0012345678;, java.lang.invoke.LambdaForm$MH",
    "'', ''",
  })
  void namesHaveNoAddresses(String signature, String name) {
    assertThat(Runs.normalized(signature + "\tm\tF.java\t1")).isEqualTo(name + "\tm\tF.java\t1");
  }

  @Test
  void aLibraryIsItsFilesName() {
    assertThat(Runs.normalized("\t/lib/libc.so\t/lib/libc.so\t-2"))
        .isEqualTo("\tlibc.so\tlibc.so\t-2");
    assertThat(Runs.normalized("\tmemcpy\t/lib/libc.so\t-2")).isEqualTo("\tmemcpy\tlibc.so\t-2");
  }

  @Test
  void theCommonestIsTheFirstOfThoseThatAreMost() {
    assertThat(Runs.commonest(List.of(5, 7, 7, 5, 7, 9), Integer::longValue)).isEqualTo(7);
    assertThat(Runs.commonest(List.of(5, 7), Integer::longValue)).isEqualTo(5);
  }

  @Test
  void aProcessorIsItsFamilyAndTheFeaturesThatMatter() {
    String cpuinfo =
        "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nflags\t\t: fpu vme avx2 bmi1"
            + " hypervisor\n\nprocessor\t: 1\nflags\t\t: avx512f\n";
    assertThat(Conditions.processor(cpuinfo)).isEqualTo("AuthenticAMD family 25, avx2 bmi1");
    assertThat(Conditions.processor("")).isEqualTo("unknown family unknown, ");
  }
}
