// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HypervisorTest {

  private static final String BARE = "processor\t: 0\nflags\t\t: fpu rdtscp lm\nbugs\t\t:\n";

  @Test
  void linuxShowsItAsAFlag() {
    assertThat(Parsers.hasFlag(BARE, "hypervisor")).isFalse();
    assertThat(Parsers.hasFlag(BARE.replace("lm", "hypervisor lm"), "hypervisor")).isTrue();
    assertThat(Parsers.hasFlag("flags\t\t: fpu hypervisor", "hypervisor")).isTrue();
    for (String other :
        new String[] {
          "",
          "flags\t\t: hypervisors\n",
          "vmx flags\t: hypervisor\n",
          "model name\t: a hypervisor of sorts\nflags\t\t: fpu\n"
        }) {
      assertThat(Parsers.hasFlag(other, "hypervisor")).as(other).isFalse();
    }
  }
}
