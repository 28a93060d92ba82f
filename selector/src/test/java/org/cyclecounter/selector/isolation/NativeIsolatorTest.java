// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.isolation.ChildLeaves.BREAKPOINT;
import static org.cyclecounter.selector.isolation.ChildLeaves.DIVIDE;
import static org.cyclecounter.selector.isolation.ChildLeaves.HEALTHY;
import static org.cyclecounter.selector.isolation.ChildLeaves.INVALID_ADDRESS;
import static org.cyclecounter.selector.isolation.ChildLeaves.NOWHERE;
import static org.cyclecounter.selector.isolation.ChildLeaves.STACK_OVERFLOW;
import static org.cyclecounter.selector.isolation.ChildLeaves.UNDEFINED;
import static org.cyclecounter.selector.isolation.ChildLeaves.leaf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leaf functions that misbehave, in a child that shares this JVM's memory. */
class NativeIsolatorTest {

  private static final String DIED = "failed while being read: ";

  @BeforeEach
  void load() throws CounterUnavailableException {
    ChildLeaves.load();
  }

  private static List<String> reasons(int... numbers) {
    List<String> reasons = new ArrayList<>();
    for (int number : numbers) {
      reasons.add(
          NativeIsolator.probeOpened(
                  ChildLeaves.ofEntryPoint(leaf(number)), 100, Candidates.PATIENT_SECONDS)
              .reason());
    }
    return reasons;
  }

  @Test
  void namesFaultsAndProbesTheRest() {
    String segv = DIED + "SIGSEGV, an invalid memory access";
    assertThat(reasons(UNDEFINED, INVALID_ADDRESS, STACK_OVERFLOW, NOWHERE, HEALTHY))
        .containsExactly(DIED + "SIGILL, an illegal (undefined) instruction", segv, segv, segv, "");
  }

  @Test
  void namesDivisionByZeroAndBreakpointOnX86() {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "they do not trap on this processor");
    assertThat(reasons(DIVIDE, BREAKPOINT))
        .containsExactly(DIED + "SIGFPE, an arithmetic fault", DIED + "SIGTRAP");
  }

  @Test
  void rejectsCounterWithoutEntryPoint() {
    assertThat(reasons(99))
        .containsExactly("it has no entry point to probe natively; use isolation AUTO or JVM");
  }
}
