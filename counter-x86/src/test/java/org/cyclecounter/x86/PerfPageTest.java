// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The kernel's mapped-page protocol on a page that the test writes, with a counter of the test's.
 */
class PerfPageTest {

  private static final long UNREADABLE = Long.MIN_VALUE;

  /** A value of the hardware counter whose read faults. */
  private static final long FAULTS = 0x7ffffffffffffffeL;

  static native void page(
      int number, int index, long offset, int width, int allowed, long enabled, long running);

  private static void page(
      int index, long offset, int width, int allowed, long enabled, long running) {
    page(0, index, offset, width, allowed, enabled, running);
  }

  /**
   * Reads both pages, each of one kind of core; perhaps the thread changes its core between them.
   */
  static native long sum(long pmc, int migrates);

  /**
   * Reads with the hardware counter at pmc; during the first reads the kernel changes the offset.
   */
  static native long read(long pmc, int tears, long offsetAfter);

  /** The same by the quick path alone; UNREADABLE where it leaves the page to the other one. */
  static native long readQuickly(long pmc, int tears, long offsetAfter);

  static native int multiplexed();

  /** Loads no second copy: a native method would be one of either, by chance. */
  @BeforeAll
  static void load() throws CounterUnavailableException {
    ScriptedEvents.assumePackaged();
    ScriptedEvents.LIBRARY.load();
  }

  /** The quick path gives the same, or leaves the page to the other one. */
  @ParameterizedTest
  @CsvSource({
    // index, offset, width, hardware counter, count
    "1, 1000, 48, 234, 1234",
    "3, 0, 48, 5, 2000005", // the counter of the index less 1
    "1, 0, 48, 0xfffffffffffb, -5", // the sign is extended from the width
    "1, 0, 48, 0x7fffffffffff, 0x7fffffffffff",
    "1, 0, 40, 0xfffffffffb, -5",
    "1, 0, 40, 0x1000000000009, 9",
    "1, -0x10000000000, 48, 0x10000000003, 3",
    "1, -0x10000000000, 64, 0x10000000003, 3",
    "1, 1, 64, -6, -5", // a width of 64 or none is the whole counter
    "1, 1, 0, 41, 42",
  })
  void addsCounterToOffset(int index, long offset, int width, long pmc, long count) {
    page(index, offset, width, 1, 7, 7);
    assertThat(read(pmc, 0, 0)).isEqualTo(count);
    assertThat(readQuickly(pmc, 0, 0)).isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 48, 1, 5, 1000", // off the PMU the offset is the count
    "1, 48, 0, 5, " + UNREADABLE, // not allowed
    "1, 64, 1, " + FAULTS + ", " + UNREADABLE,
  })
  void leavesDoubtfulPageToSlowPath(int index, int width, int allowed, long pmc, long count) {
    page(index, 1_000, width, allowed, 7, 7);
    assertThat(read(pmc, 0, 0)).isEqualTo(count);
    assertThat(readQuickly(pmc, 0, 0)).isEqualTo(UNREADABLE);
  }

  @Test
  void repeatsTornRead() {
    page(1, 1_000, 48, 1, 7, 7);
    assertThat(read(1, 3, 50_000)).isEqualTo(50_001);
    page(1, 1_000, 48, 1, 7, 7);
    assertThat(readQuickly(1, 1, 50_000)).isEqualTo(UNREADABLE);
  }

  @Test
  void recognizesMultiplexingByShorterRunningTime() {
    page(1, 0, 48, 1, 1_000, 1_000);
    assertThat(multiplexed()).isZero();
    page(1, 0, 48, 1, 1_000, 600);
    assertThat(multiplexed()).isNotZero();
  }

  @Test
  void sumsBothKindsOfCoreOnHybridProcessor() {
    page(0, 1, 1_000, 48, 1, 7, 7);
    page(1, 0, 500, 48, 1, 7, 3);
    assertThat(sum(34, 0)).isEqualTo(1_534);
    page(0, 0, 1_000, 48, 1, 7, 4);
    page(1, 1, 500, 40, 1, 7, 3);
    assertThat(sum(34, 0)).isEqualTo(1_534);
  }

  @Test
  void noticesChangeOfCoreDuringRead() {
    page(0, 1, 1_000, 48, 1, 7, 7);
    page(1, 0, 500, 48, 1, 7, 7);
    // 34 cycles are added to the first page's offset, and 34 are on the second one's counter.
    assertThat(sum(34, 1)).isEqualTo(1_568);
  }

  @Test
  void returnsSentinelOffPmusOrWithoutPermission() {
    page(0, 0, 1_000, 48, 1, 7, 7);
    page(1, 0, 500, 48, 1, 7, 7);
    assertThat(sum(34, 0)).isEqualTo(UNREADABLE);
    page(0, 1, 1_000, 48, 1, 7, 7);
    page(1, 0, 500, 48, 0, 7, 7);
    assertThat(sum(34, 0)).isEqualTo(UNREADABLE);
  }
}
