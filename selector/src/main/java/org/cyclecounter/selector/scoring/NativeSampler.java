// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/** Reads a counter's C function in a loop in C, as libcpucycles does ({@code native_sample.c}). */
final class NativeSampler implements Sampler {

  private final TickSource source;
  private final long address;
  private final ByteBuffer readings =
      ByteBuffer.allocateDirect(READINGS * Long.BYTES).order(ByteOrder.nativeOrder());
  private long readingsNs;

  private NativeSampler(TickSource source, long address) {
    this.source = source;
    this.address = address;
  }

  /** Null where the counter is no C function, or the selector has no library for this platform. */
  static @Nullable NativeSampler of(TickSource source) {
    if (!(source instanceof NativeTicks natively) || natively.address() == 0) {
      return null;
    }
    try {
      SelectorLibrary.LIBRARY.load();
    } catch (CounterUnavailableException e) {
      return null;
    }
    return new NativeSampler(source, natively.address());
  }

  static native long smallest(
      long address, int bits, long whole, long fractionHigh, long fractionLow, ByteBuffer readings);

  @Override
  public long readingsNs() {
    return readingsNs;
  }

  @Override
  public long reading(int index) {
    return readings.getLong(index * Long.BYTES);
  }

  @Override
  public long smallest(int bits, Ratio cyclesPerTick) {
    long startNs = System.nanoTime();
    long smallest =
        smallest(
            address,
            bits,
            cyclesPerTick.whole(),
            cyclesPerTick.fractionHigh(),
            cyclesPerTick.fractionLow(),
            readings);
    readingsNs = System.nanoTime() - startNs; // C compares them in little time
    if (smallest <= 0) {
      source.ticks(); // throws, with the reason, where a thread cannot have the counter
    }
    return smallest;
  }
}
