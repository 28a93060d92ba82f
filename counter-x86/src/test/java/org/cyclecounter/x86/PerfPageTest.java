// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.invoke.MethodHandles;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The kernel's mapped-page protocol on a page that the test writes, with a counter of the test's.
 */
class PerfPageTest {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-x86-test-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  private static final long UNREADABLE = Long.MIN_VALUE;

  /** Where the hardware counter is when a read of it faults. */
  private static final long FAULTS = 0x7ffffffffffffffeL;

  static native void page(
      int number, int index, long offset, int width, int allowed, long enabled, long running);

  private static void page(
      int index, long offset, int width, int allowed, long enabled, long running) {
    page(0, index, offset, width, allowed, enabled, running);
  }

  /** Reads both pages, each of one kind of core; perhaps the thread changes its core meanwhile. */
  static native long sum(long pmc, int migrates);

  /**
   * Reads with the hardware counter at pmc; during the first reads the kernel changes the offset.
   */
  static native long read(long pmc, int tears, long offsetAfter);

  /** The same by the quick path alone; UNREADABLE where it leaves the page to the other one. */
  static native long readQuickly(long pmc, int tears, long offsetAfter);

  static native int multiplexed();

  @BeforeAll
  static void load() throws CounterUnavailableException {
    assumeTrue(LIBRARY.isPackaged(), "the page's test library is packaged for x86-64 Linux only");
    LIBRARY.load();
  }

  @Test
  void theCountIsTheOffsetPlusTheCounter() {
    page(1, 1_000, 48, 1, 7, 7);
    assertThat(read(234, 0, 0)).isEqualTo(1_234);
  }

  @Test
  void theCounterReadIsTheIndexLess1() {
    page(3, 0, 48, 1, 7, 7);
    assertThat(read(5, 0, 0)).isEqualTo(2_000_005);
  }

  @Test
  void whileTheEventIsOffThePmuTheOffsetIsTheCount() {
    page(0, 777, 48, 1, 7, 7);
    assertThat(read(5, 0, 0)).isEqualTo(777);
  }

  @Test
  void aTornReadIsTakenAgain() {
    page(1, 1_000, 48, 1, 7, 7);
    assertThat(read(1, 3, 50_000)).isEqualTo(50_001);
  }

  @Test
  void theCounterIsSignExtendedFromItsWidth() {
    page(1, 0, 48, 1, 7, 7);
    assertThat(read((1L << 48) - 5, 0, 0)).isEqualTo(-5);
    assertThat(read((1L << 47) - 1, 0, 0)).isEqualTo((1L << 47) - 1);
    page(1, 0, 40, 1, 7, 7);
    assertThat(read((1L << 40) - 5, 0, 0)).isEqualTo(-5);
    assertThat(read((1L << 48) | 9, 0, 0)).isEqualTo(9);
  }

  @Test
  void aNegativeOffsetIsAdded() {
    page(1, -(1L << 40), 48, 1, 7, 7);
    assertThat(read((1L << 40) + 3, 0, 0)).isEqualTo(3);
  }

  @Test
  void withoutPermissionTheReadIsTheSentinel() {
    page(1, 1_000, 48, 0, 7, 7);
    assertThat(read(234, 0, 0)).isEqualTo(UNREADABLE);
  }

  @Test
  void lessTimeRunningThanEnabledMeansMultiplexed() {
    page(1, 0, 48, 1, 1_000, 1_000);
    assertThat(multiplexed()).isZero();
    page(1, 0, 48, 1, 1_000, 600);
    assertThat(multiplexed()).isNotZero();
  }

  @Test
  void aWidthOf64OrNoneIsTheWholeCounter() {
    page(1, 1, 64, 1, 7, 7);
    assertThat(read(-6, 0, 0)).isEqualTo(-5);
    page(1, 1, 0, 1, 7, 7);
    assertThat(read(41, 0, 0)).isEqualTo(42);
  }

  @Test
  void aFaultingReadIsTheSentinel() {
    page(1, 1_000, 64, 1, 7, 7);
    assertThat(read(FAULTS, 0, 0)).isEqualTo(UNREADABLE);
  }

  @Test
  void theQuickPathGivesTheSameCount() {
    page(1, 1_000, 48, 1, 7, 7);
    assertThat(readQuickly(234, 0, 0)).isEqualTo(1_234);
    page(1, 0, 48, 1, 7, 7);
    assertThat(readQuickly((1L << 48) - 5, 0, 0)).isEqualTo(-5);
    page(1, -(1L << 40), 64, 1, 7, 7);
    assertThat(readQuickly((1L << 40) + 3, 0, 0)).isEqualTo(3);
    page(1, 1, 0, 1, 7, 7);
    assertThat(readQuickly(41, 0, 0)).isEqualTo(42);
  }

  @Test
  void theQuickPathGivesNoNumberItIsNotSureOf() {
    page(1, 1_000, 48, 1, 7, 7);
    assertThat(readQuickly(1, 1, 50_000)).as("the page changed").isEqualTo(UNREADABLE);
    assertThat(readQuickly(FAULTS, 0, 0)).as("the read faulted").isEqualTo(UNREADABLE);
    page(1, 1_000, 48, 0, 7, 7);
    assertThat(readQuickly(234, 0, 0)).as("not allowed").isEqualTo(UNREADABLE);
    page(0, 1_000, 48, 1, 7, 7);
    assertThat(readQuickly(234, 0, 0)).as("off the PMU").isEqualTo(UNREADABLE);
  }

  @Test
  void onAHybridProcessorTheCountIsTheSumOverBothKindsOfCore() {
    page(0, 1, 1_000, 48, 1, 7, 7);
    page(1, 0, 500, 48, 1, 7, 3);
    assertThat(sum(34, 0)).isEqualTo(1_534);
    page(0, 0, 1_000, 48, 1, 7, 4);
    page(1, 1, 500, 40, 1, 7, 3);
    assertThat(sum(34, 0)).isEqualTo(1_534);
  }

  @Test
  void aChangeOfCoreWhileItIsReadIsSeen() {
    page(0, 1, 1_000, 48, 1, 7, 7);
    page(1, 0, 500, 48, 1, 7, 7);
    // 34 cycles are added to the first page's offset, and 34 are on the second one's counter.
    assertThat(sum(34, 1)).isEqualTo(1_568);
  }

  @Test
  void offEveryPmuOrWithoutPermissionTheSumIsTheSentinel() {
    page(0, 0, 1_000, 48, 1, 7, 7);
    page(1, 0, 500, 48, 1, 7, 7);
    assertThat(sum(34, 0)).isEqualTo(UNREADABLE);
    page(0, 1, 1_000, 48, 1, 7, 7);
    page(1, 0, 500, 48, 0, 7, 7);
    assertThat(sum(34, 0)).isEqualTo(UNREADABLE);
  }
}
