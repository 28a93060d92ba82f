package org.cyclecounter.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a benchmark function has computed, so that the compiler must compute it: one store,
 * which the compiler may neither drop nor combine with another. Thread-safe.
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
   * Takes a whole number.
   *
   * @param value what was computed
   */
  public static void consume(long value) {
    LONGS.setOpaque(value);
  }

  /**
   * Takes a floating-point number.
   *
   * @param value what was computed
   */
  public static void consume(double value) {
    LONGS.setOpaque(Double.doubleToRawLongBits(value));
  }

  /**
   * Takes an object, and keeps it alive until the next one comes.
   *
   * @param value what was computed
   */
  public static void consume(@Nullable Object value) {
    OBJECTS.setOpaque(value);
  }
}
