// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.isolation.ChildLeaves.READS;
import static org.cyclecounter.selector.isolation.ChildLeaves.plain;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.List;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.isolation.NativeChild.ProbePhase;
import org.cyclecounter.selector.report.RegisterNames;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notices, in a native child, reads that do not preserve registers of the calling convention. */
class CalleeSavedRegistersTest {

  /** The first of them in child_leaves.c. */
  private static final int BREAKERS = 100;

  @BeforeEach
  void load() throws CounterUnavailableException {
    ChildLeaves.load();
  }

  @Test
  void comparesEachRegisterAfterEachRead() {
    List<String> registers = registers();
    for (int i = 0; i < registers.size(); i++) {
      breaks(BREAKERS + i, 1, registers.get(i));
    }
    int next = BREAKERS + registers.size();
    if (System.getProperty("os.arch").equals("amd64")) {
      breaks(next, READS, "the x87 stack"); // MMX is looked for once, behind the last read
      plain(next + 1);
      breaks(next + 1, 5, "rbx");
      assertThat(plain(next + 2).kind()).isEqualTo(Kind.PASSED);
      breaks(next + 3, 1, "rbx", "r15", "MXCSR");
      next += 4;
    }
    assertThat(ChildLeaves.leaf(next)).isZero();
  }

  /** Those that the first leaves change, one each. */
  private static List<String> registers() {
    return switch (System.getProperty("os.arch")) {
      case "amd64" -> // rbx a second time for its upper half
          List.of(
              ("rbx,rbp,r12,r13,r14,r15,rbx,rsp,the direction flag (DF),the alignment-check flag"
                      + " (AC),another flag (NT or ID),MXCSR,the x87 control word,the x87 stack")
                  .split(","));
      case "aarch64" -> RegisterNames.of(0x1107ffff, Platform.current());
      case "riscv64" -> RegisterNames.of(0x11ffffff, Platform.current());
      default -> abort("no leaves for this processor");
    };
  }

  private static void breaks(int number, int withRead, String... names) {
    NativeOutcome result = plain(number);
    Kind kind = Kind.CALLING_CONVENTION;
    assertThat(result)
        .as("leaf %d", number)
        .isEqualTo(new NativeOutcome(kind, result.detail(), ProbePhase.READING, withRead));
    assertThat(RegisterNames.of(result.detail(), Platform.current()))
        .as("leaf %d", number)
        .containsExactly(names);
  }
}
