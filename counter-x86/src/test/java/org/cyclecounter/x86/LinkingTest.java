// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks the way of linking: a counter works either way, so no other test notices a wrong one. */
class LinkingTest {

  @BeforeEach
  void onX86() {
    assumeTrue(Platform.current().processor().equals("x86-64"), "this is not an x86-64 process");
  }

  @Test
  void linksByForeignFunctionInterfaceIfAllowed() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "the interface is of Java 21");
    boolean enabled =
        (boolean)
            Module.class.getMethod("isNativeAccessEnabled").invoke(TickSource.class.getModule());
    assumeTrue(enabled, "native access is not enabled");
    isLinked();
  }

  @Test
  void linksByEntryPointsOnJava17() throws Exception {
    assumeTrue(Runtime.version().feature() == 17, "the entry points are Java 17's");
    assumeTrue(Platform.current().prefix().equals("linux-x86-64"), "they are used on Linux");
    isLinked();
  }

  @Test
  void readsThroughJniOnJava18To20() throws Exception {
    int java = Runtime.version().feature();
    assumeTrue(java > 17 && java < 21, "this Java links");
    try (TickSource source = new TimeStampCounter("amd64-tsc").open()) {
      assertThat(((NativeTicks) source).linked()).isSameAs(source);
      assertThat(((NativeTicks) source).notLinkedReason()).isEmpty();
      assertThat(source.entryPoint()).isPresent();
    }
  }

  /** Each kind of read, compiled, lies between two through JNI. */
  private static void isLinked() throws Exception {
    try (TickSource source = new TimeStampCounter("amd64-tsc").open()) {
      NativeTicks natively = (NativeTicks) source;
      TickSource linked = natively.linked();
      assertThat(linked.getClass().isHidden()).as(natively.notLinkedReason()).isTrue();
      assertThat(natively.notLinkedReason()).isEmpty();
      assertThat(linked.entryPoint()).isEqualTo(source.entryPoint()).isPresent();
      for (int i = 0; i < 100_000; i++) {
        // Ended by ordered reads, which no other read overtakes.
        long before = source.stopTicks();
        long ticks = linked.ticks();
        long first = source.stopTicks();
        long start = linked.startTicks();
        long second = source.stopTicks();
        long stop = linked.stopTicks();
        if (before > ticks || ticks > first || first > start || start > second || second > stop) {
          fail("out of order: %d %d %d %d %d %d", before, ticks, first, start, second, stop);
        }
      }
    }
  }
}
