// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.util.concurrent.Callable;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * Steps through the calling thread's instructions ({@code steps.c}); used in the child JVM only, by
 * one thread.
 */
public final class Stepper {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(Stepper.class, "cyclecounter-trace-1", System::load, System::loadLibrary);

  private Stepper() {}

  /** Loads the library. */
  public static void load() throws CounterUnavailableException {
    LIBRARY.load();
  }

  /** Returns 0 if code of known length counts as it should; see {@link Obstacles#ofSelfTest}. */
  static native long selfTest();

  /** Returns a new object, by the constructor without parameters, public or not. */
  public static native Object instantiate(Class<?> type);

  /** Calls. Declared for what a native method may throw without declaring it. */
  static native @Nullable Object call(Callable<?> operation) throws Exception;

  /** Calls and counts. */
  static native @Nullable Object step(Callable<?> operation) throws Exception;

  /** Returns true if the last counted call left the trap flag and the handler as they were. */
  static native boolean isRestored();

  /** Returns the places of the last counted call, each with its count behind it. */
  public static native long[] places();

  /** Returns the address of an object; of the serial collector's. */
  public static native long address(Object object);

  /** Finds the names of places, in ascending order, with so many inlined frames; returns JVMTI's
   * error, or 0. */
  public static native int name(long[] pcs, int depth);

  /** Returns the name of a place by its index in that array; null if it has none. */
  public static native @Nullable String nameOf(int index);

  /** Ends this process when its standard input ends; does not return. */
  static native void endWithParent();

  /** Tells the parent how much of a phase is done, without Java code. */
  public static native void report(int phase, int percent);
}
