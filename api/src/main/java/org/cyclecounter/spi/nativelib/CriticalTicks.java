// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The template of the hidden classes that {@link CriticalLinker} makes; never used itself. */
final class CriticalTicks implements NativeTicks {

  private static final MethodHandle TICKS;
  private static final MethodHandle START_TICKS;
  private static final MethodHandle STOP_TICKS;

  // A library is unmapped with its counter's class loader: calls after that would crash the JVM. A
  // method keeps its class while it runs, this one the counter, and that its class loader.
  // Null while the calls themselves are probed: nothing is asked then but ticks.
  private static final NativeCounterSource COUNTER;

  static {
    try {
      List<?> data = MethodHandles.classData(MethodHandles.lookup(), "_", List.class);
      TICKS = (MethodHandle) data.get(0);
      START_TICKS = (MethodHandle) data.get(1);
      STOP_TICKS = (MethodHandle) data.get(2);
      COUNTER = (NativeCounterSource) data.get(3);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public long ticks() {
    try {
      return (long) TICKS.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long startTicks() {
    try {
      return (long) START_TICKS.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long stopTicks() {
    try {
      return (long) STOP_TICKS.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public NativeCounterSource counter() {
    return COUNTER;
  }

  @Override
  public NativeTicks linked() {
    return this;
  }

  /** Returns an error of the JVM's, such as a full stack, as it is: it is not the counter's. */
  private static Error unexpected(@Nullable Throwable e) {
    return e instanceof Error error ? error : new AssertionError("a C function cannot throw", e);
  }
}
