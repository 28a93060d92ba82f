package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
          PerfPageTest.class,
          "cyclecounter-x86-test-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  static native void page(
      int index, long offset, int width, int allowed, long enabled, long running);

  /**
   * Reads with the hardware counter at pmc; during the first reads the kernel changes the offset.
   */
  static native long read(long pmc, int tears, long offsetAfter);

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
    assertThat(read(234, 0, 0)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void lessTimeRunningThanEnabledMeansMultiplexed() {
    page(1, 0, 48, 1, 1_000, 1_000);
    assertThat(multiplexed()).isZero();
    page(1, 0, 48, 1, 1_000, 600);
    assertThat(multiplexed()).isNotZero();
  }
}
