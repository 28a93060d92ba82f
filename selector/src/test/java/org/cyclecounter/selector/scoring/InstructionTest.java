// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InstructionTest {

  @Test
  void onlyASlowReadByAnInstructionIsOne() {
    assertThat(Instruction.ofSlow("amd64-perfpmc", 790)).isEqualTo(Instruction.RDPMC);
    assertThat(Instruction.ofSlow("x86-tsc", 201)).isEqualTo(Instruction.RDTSC);
    assertThat(Instruction.ofSlow("amd64-rdpru", 900)).isEqualTo(Instruction.RDPRU);
    assertThat(Instruction.ofSlow("amd64-pmc", 60)).isNull();
    assertThat(Instruction.ofSlow("default-perfevent", 1080)).isNull(); // a system call
    assertThat(Instruction.ofSlow("arm64-pmc", 790)).isNull();
  }
}
