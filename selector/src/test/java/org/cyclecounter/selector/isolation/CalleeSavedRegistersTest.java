// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.isolation.ChildLeaves.READS;
import static org.cyclecounter.selector.isolation.ChildLeaves.plain;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.isolation.NativeChild.Phase;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a native child notices of reads that do not restore what the calling convention asks for.
 */
class CalleeSavedRegistersTest {

  /** The first of them in child_leaves.c. */
  private static final int BREAKERS = 100;

  @BeforeEach
  void load() throws CounterUnavailableException {
    ChildLeaves.load();
  }

  @Test
  void eachRegisterIsComparedAfterEachRead() {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "the leaves are x86-64's");
    List<String> expected =
        List.of(
            "rbx",
            "rbp",
            "r12",
            "r13",
            "r14",
            "r15",
            "rbx", // its upper half
            "rsp",
            "the direction flag (DF)",
            "the alignment-check flag (AC)",
            "another flag (NT or ID)",
            "MXCSR",
            "the x87 control word",
            "the x87 stack");
    for (int i = 0; i < expected.size(); i++) {
      breaks(BREAKERS + i, 1, expected.get(i));
    }
    // MMX is looked for once, behind the last read.
    int next = BREAKERS + expected.size();
    breaks(next, READS, "the x87 stack");
    plain(next + 1);
    breaks(next + 1, 5, "rbx");
    assertThat(plain(next + 2).kind()).isEqualTo(Kind.PASSED);
    breaks(next + 3, 1, "rbx", "r15", "MXCSR");
    assertThat(NativeChildTest.leaf(next + 4)).isZero();
  }

  @Test
  void elsewhereEachRegisterIsComparedToo() {
    String arch = System.getProperty("os.arch");
    assumeTrue(
        arch.equals("aarch64") || arch.equals("riscv64"), "the leaves are other processors'");
    List<String> registers =
        arch.equals("aarch64")
            ? RegisterNames.of(0x1107ffff, Platform.current())
            : RegisterNames.of(0x11ffffff, Platform.current());
    assertThat(registers).hasSizeGreaterThan(20).contains("sp");
    for (int i = 0; i < registers.size(); i++) {
      breaks(BREAKERS + i, 1, registers.get(i));
    }
    assertThat(NativeChildTest.leaf(BREAKERS + registers.size())).isZero();
  }

  private static void breaks(int number, int withRead, String... names) {
    NativeOutcome result = plain(number);
    assertThat(result)
        .as("leaf %d", number)
        .isEqualTo(
            new NativeOutcome(Kind.CALLING_CONVENTION, result.detail(), Phase.READING, withRead));
    assertThat(RegisterNames.of(result.detail(), Platform.current()))
        .as("leaf %d", number)
        .containsExactly(names);
  }
}
