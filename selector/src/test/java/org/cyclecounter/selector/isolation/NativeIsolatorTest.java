// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leaf functions that misbehave, in a child that shares this JVM's memory. */
class NativeIsolatorTest {

  private static final int HEALTHY = 0;
  private static final int UNDEFINED = 1;
  private static final int INVALID_ADDRESS = 2;
  private static final int FOREVER = 3;
  private static final int STACK_OVERFLOW = 4;
  private static final int NOWHERE = 5;
  private static final int DIVIDE = 6;
  private static final int BREAKPOINT = 7;
  private static final String DIED = "failed while being read: ";

  static native long leaf(int number);

  @BeforeEach
  void load() throws CounterUnavailableException {
    assumeTrue(CrashProvider.isPackaged(), "no crashing library is packaged for this platform");
    assumeTrue(NativeIsolator.isOffered(), "no native isolation here");
    CrashProvider.load();
  }

  private static List<String> reasons(int... numbers) {
    List<String> reasons = new ArrayList<>();
    for (int number : numbers) {
      reasons.add(
          NativeIsolator.probeOpened(ChildLeaves.ofEntryPoint(leaf(number)), 100, 1).reason());
    }
    return reasons;
  }

  @Test
  void aLeafThatReturnsPasses() {
    assertThat(reasons(HEALTHY)).containsExactly("");
  }

  @Test
  void faultsAreNamedAndTheRestGoesOn() {
    List<String> reasons = reasons(UNDEFINED, INVALID_ADDRESS, STACK_OVERFLOW, NOWHERE, HEALTHY);
    assertThat(reasons.get(0)).isEqualTo(DIED + "SIGILL, an illegal (undefined) instruction");
    assertThat(reasons.get(1)).isEqualTo(DIED + "SIGSEGV, an invalid memory access");
    assertThat(reasons.get(2)).isEqualTo(DIED + "SIGSEGV, an invalid memory access");
    assertThat(reasons.get(3)).isEqualTo(DIED + "SIGSEGV, an invalid memory access");
    assertThat(reasons.get(4)).isEmpty();
  }

  @Test
  void whatNeverReturnsIsCutOff() {
    assertThat(reasons(FOREVER, HEALTHY))
        .containsExactly("did not return within 1 s while being read", "");
  }

  @Test
  void onX86ADivisionByZeroAndABreakpointToo() {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "they do not trap on this processor");
    assertThat(reasons(DIVIDE, BREAKPOINT))
        .containsExactly(DIED + "SIGFPE, an arithmetic fault", DIED + "SIGTRAP");
  }

  @Test
  void withoutAnEntryPointItIsRejected() {
    assertThat(reasons(99))
        .containsExactly("it has no entry point to probe natively; use isolation AUTO or JVM");
  }

  @Test
  void nothingOfThisProcessIsChanged() throws IOException {
    reasons(HEALTHY);
    List<String> before = Traces.now();
    for (int i = 0; i < 100; i++) {
      reasons(UNDEFINED, INVALID_ADDRESS, STACK_OVERFLOW, HEALTHY);
    }
    assertThat(Traces.now()).isEqualTo(before);
  }
}
