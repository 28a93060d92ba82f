// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import org.cyclecounter.spi.nativelib.NativeCounterSource.Function;

/**
 * Reads of an open counter through JNI. A record: the compiler trusts its fields to be constant.
 *
 * @param counter the counter
 */
record JniTicks(NativeCounterSource counter) implements NativeTicks {
  @Override
  public NativeTicks linked() {
    return NativeTicks.canBeLinked() ? CriticalLinker.link(this) : this;
  }

  @Override
  public long ticks() {
    return counter.read(Function.TICKS);
  }

  @Override
  public long startTicks() {
    return counter.read(Function.START_TICKS);
  }

  @Override
  public long stopTicks() {
    return counter.read(Function.STOP_TICKS);
  }
}
