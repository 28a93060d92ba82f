// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.lang.invoke.MethodHandles;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
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

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-fake-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  public static FakeTicks of(long address) {
    return new FakeTicks(() -> 1, address, 0, () -> null);
  }

  /** A counter without a function in C. */
  public static FakeTicks of(LongSupplier ticks) {
    return new FakeTicks(ticks, 0, 0, () -> null);
  }

  /** A counter made of perf events, without a function in C. */
  public static FakeTicks ofEvents(LongSupplier ticks, Supplier<@Nullable EventState> state) {
    return new FakeTicks(ticks, 0, 1, state);
  }

  private static final class Counter extends NativeCounterSource {
    private final FakeTicks ticks;

    Counter(FakeTicks ticks) {
      super("fake", CounterKind.ON_CORE, Scope.SYSTEM, LIBRARY);
      this.ticks = ticks;
    }

    @Override
    protected long address(int function) {
      return function == Function.TICKS.ordinal() ? ticks.address : 0;
    }

    @Override
    protected long read(Function function) {
      return ticks.ticks();
    }
  }

  @Override
  public @Nullable EventState eventState() {
    return state.get();
  }

  @Override
  public NativeCounterSource counter() {
    return new Counter(this);
  }

  @Override
  public long ticks() {
    return reads.getAsLong();
  }

  @Override
  public NativeTicks linked() {
    return this;
  }
}
