// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/** Reads a counter's C function in a loop in C, as libcpucycles does ({@code native_sample.c}). */
final class NativeSampler extends Sampler {

  private final TickSource source;
  private final long address;

  /** Direct: C writes here while this thread is in native code and a collector may move arrays. */
  private final ByteBuffer readings =
      ByteBuffer.allocateDirect(READINGS * Long.BYTES).order(ByteOrder.nativeOrder());

  /** Takes a counter that is a C function; the selector's library is loaded. */
  NativeSampler(NativeTicks source) {
    this.source = source;
    address = source.address();
  }

  /**
   * Reads 1001 times in C. A fault in here ends the JVM, so the address must have been probed
   * before.
   *
   * @param address of a function without parameters that returns 64 bits
   * @param whole as the next two, the parts of {@link Ratio}; 1, 0 and 0 leave the count as it is
   * @param readings a direct buffer of 1001 longs in the native byte order
   * @return as {@link Sampler#smallest}
   */
  static native long smallest(
      long address, int bits, long whole, long fractionHigh, long fractionLow, ByteBuffer readings);

  @Override
  public long reading(int index) {
    return readings.getLong(index * Long.BYTES);
  }

  @Override
  void read(int number) {
    for (int i = 0; i < number; i++) {
      source.ticks();
    }
  }

  @Override
  public long smallest(int bits, Ratio ratio) {
    long startNs = System.nanoTime();
    long smallest =
        smallest(address, bits, ratio.whole(), ratio.fractionHigh(), ratio.fractionLow(), readings);
    readingsNs = System.nanoTime() - startNs; // C compares them in little time
    if (smallest <= 0) {
      source.ticks(); // throws, with the reason, where a thread cannot have the counter
    }
    return smallest;
  }
}
