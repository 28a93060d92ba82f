// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.util.OptionalLong;
import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads of an open counter through JNI. A record: the compiler trusts its fields to be constant.
 *
 * @param counter the counter
 * @param read as {@link TickSource#ticks}
 * @param startRead as {@link TickSource#startTicks}
 * @param stopRead as {@link TickSource#stopTicks}
 * @param entryPoint as {@link TickSource#entryPoint}
 */
record JniTicks(
    NativeCounterSource counter,
    TickSource read,
    TickSource startRead,
    TickSource stopRead,
    OptionalLong entryPoint)
    implements NativeTicks {
  @Override
  public long address() {
    return counter.address(Function.TICKS.ordinal());
  }

  @Override
  public long startAddress() {
    return counter.address(Function.START_TICKS.ordinal());
  }

  @Override
  public long stopAddress() {
    return counter.address(Function.STOP_TICKS.ordinal());
  }

  @Override
  public long probe() {
    return counter.probe();
  }

  @Override
  public String explain(int result) {
    return counter.explain(result);
  }

  @Override
  public @Nullable Obstacle obstacle(int result) {
    return counter.obstacle(result);
  }

  @Override
  public TickSource linked() {
    return counter.linked(this);
  }

  @Override
  public String whyNotLinked() {
    return counter.whyNotLinked;
  }

  @Override
  public long ticks() {
    return read.ticks();
  }

  @Override
  public long startTicks() {
    return startRead.ticks();
  }

  @Override
  public long stopTicks() {
    return stopRead.ticks();
  }
}
