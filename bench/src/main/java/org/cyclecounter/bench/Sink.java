// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Consumes a benchmark function's result, so that the compiler must compute it: one store, which
 * the compiler may neither drop nor merge with another. Thread-safe.
 *
 * @since 0.1.0
 */
public final class Sink {

  private static final VarHandle LONGS;
  private static final VarHandle OBJECTS;

  @SuppressWarnings("unused") // written through the handles
  private static long longs;

  @SuppressWarnings("unused")
  private static @Nullable Object objects;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LONGS = lookup.findStaticVarHandle(Sink.class, "longs", long.class);
      OBJECTS = lookup.findStaticVarHandle(Sink.class, "objects", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Sink() {}

  /**
   * Consumes an integer.
   *
   * @param value the result
   */
  public static void consume(long value) {
    LONGS.setOpaque(value);
  }

  /**
   * Consumes a floating-point number.
   *
   * @param value the result
   */
  public static void consume(double value) {
    LONGS.setOpaque(Double.doubleToRawLongBits(value));
  }

  /**
   * Consumes an object, and keeps it reachable until the next one.
   *
   * @param value the result
   */
  public static void consume(@Nullable Object value) {
    OBJECTS.setOpaque(value);
  }
}
