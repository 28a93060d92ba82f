// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * A counter of this project's native kind whose reads a test writes.
 *
 * @param reads what a read through JNI gives
 * @param address of the C function; 0 for none
 * @param probe not 0 for a counter made of perf events
 * @param state of the perf events
 */
public record FakeTicks(
    LongSupplier reads, long address, long probe, Supplier<@Nullable EventState> state)
    implements NativeTicks {

  public static FakeTicks of(long address) {
    return new FakeTicks(() -> 1, address, 0, () -> null);
  }

  /** A counter made of perf events, without a function in C. */
  public static FakeTicks ofEvents(LongSupplier ticks, Supplier<@Nullable EventState> state) {
    return new FakeTicks(ticks, 0, 1, state);
  }

  @Override
  public long ticks() {
    return reads.getAsLong();
  }

  @Override
  public @Nullable EventState eventState() {
    return state.get();
  }

  @Override
  public TickSource linked() {
    return this;
  }
}
