// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads of an open counter through JNI. A record: the compiler trusts its fields to be constant.
 *
 * @param counter the counter
 * @param read as {@link TickSource#ticks}, the counter's {@code jniRead} as the next two; null if
 *     {@link NativeCounterSource#read} makes it
 * @param startRead as {@link TickSource#startTicks}
 * @param stopRead as {@link TickSource#stopTicks}
 */
record JniTicks(
    NativeCounterSource counter,
    @Nullable TickSource read,
    @Nullable TickSource startRead,
    @Nullable TickSource stopRead)
    implements NativeTicks {
  @Override
  public NativeTicks linked() {
    return counter.linked(this);
  }

  @Override
  public long ticks() {
    return read == null ? counter.read(Function.TICKS) : read.ticks();
  }

  @Override
  public long startTicks() {
    return startRead == null ? counter.read(Function.START_TICKS) : startRead.ticks();
  }

  @Override
  public long stopTicks() {
    return stopRead == null ? counter.read(Function.STOP_TICKS) : stopRead.ticks();
  }
}
