// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.OptionalLong;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/** The template of the hidden classes that {@link CriticalLinker} makes; never used itself. */
final class CriticalTicks implements NativeTicks {

  private static final MethodHandle TICKS;
  private static final MethodHandle START_TICKS;
  private static final MethodHandle STOP_TICKS;

  static {
    try {
      List<?> handles = MethodHandles.classData(MethodHandles.lookup(), "_", List.class);
      TICKS = (MethodHandle) handles.get(0);
      START_TICKS = (MethodHandle) handles.get(1);
      STOP_TICKS = (MethodHandle) handles.get(2);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long address;
  private final OptionalLong entryPoint;

  // A library is unloaded with its owner's class loader: calls after that would crash the JVM.
  @SuppressWarnings("unused")
  private final Class<?> owner;

  CriticalTicks(long address, OptionalLong entryPoint, Class<?> owner) {
    this.address = address;
    this.entryPoint = entryPoint;
    this.owner = owner;
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
  public long address() {
    return address;
  }

  @Override
  public TickSource linked() {
    return this;
  }

  @Override
  public OptionalLong entryPoint() {
    return entryPoint;
  }

  /** Returns an error of the JVM's, such as a full stack, as it is: it is not the counter's. */
  private static Error unexpected(@Nullable Throwable e) {
    return e instanceof Error error ? error : new AssertionError("a C function cannot throw", e);
  }
}
