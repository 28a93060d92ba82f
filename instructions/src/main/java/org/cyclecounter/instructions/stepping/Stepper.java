// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

import java.lang.invoke.MethodHandles;
import java.util.concurrent.Callable;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * The native methods that step through the calling thread's instructions ({@code steps.c}); used in
 * the child JVM only, by one thread.
 */
public final class Stepper {

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-instructions-1",
          new Library(true),
          new Library(false));

  private static boolean isLoaded;

  private Stepper() {}

  /** No method reference: cold start 1, which takes seconds in valgrind. */
  private record Library(boolean byPath) implements NativeLibrary.Loader {
    @Override
    public void load(String target) {
      if (byPath) {
        System.load(target);
      } else {
        System.loadLibrary(target);
      }
    }
  }

  /** Loads the library. */
  public static void load() throws CounterUnavailableException {
    LIBRARY.load();
    isLoaded = true;
  }

  /** Returns true if the library is there; else time can be measured, and nothing else. */
  public static boolean isLoaded() {
    return isLoaded;
  }

  /**
   * Returns 0 if code of known length counts as it should; see {@link
   * SteppingSentences#ofSelfTest}.
   */
  public static native long selfTest();

  /** Makes Set.of and Map.of iterate in the same order in every JVM, if this JDK has their salt. */
  public static native void pinSalt();

  /**
   * Makes the methods of all loaded classes anew, without profiles, counters and compiled code.
   *
   * @return null; if that failed, the signature of a class, empty if unknown, and JVMTI's error,
   *     with a tab between
   */
  public static native @Nullable String dropProfiles();

  /** Returns a new object, by the constructor without parameters, public or not. */
  public static native Object instantiate(Class<?> type);

  /** Calls, and counts if stepped. Declares Exception, because a native method may throw any. */
  public static native @Nullable Object call(Callable<?> operation, boolean isStepped)
      throws Exception;

  /** Sets whether counted calls are stepped in blocks; false until set. */
  public static native void blocks(boolean isWanted);

  /**
   * Returns the places of the last counted call, each with its count behind it; null if a step was
   * lost, because the call changed the trap flag or the handler, or if it {@link #isDisturbed}.
   */
  public static native long @Nullable [] places();

  /**
   * Keeps the places of the last counted call, if they are the first with as many instructions, and
   * returns these; 0 if it {@link #isDisturbed}, or if HotSpot has allocated for it because the
   * thread's buffer was full, which another JVM does in another call.
   */
  public static native long keep();

  /**
   * Returns the places of a call that was kept, each with its count behind it; null behind the last
   * one.
   *
   * @param i from 0 to 16
   */
  static native long @Nullable [] kept(int i);

  /** Returns how long the last counted call took, in breakpoints. */
  public static native long cost();

  /**
   * Returns true if HotSpot has changed code while a block of it ran: the call is to be repeated.
   */
  public static native boolean isDisturbed();

  /** Returns the address of an object; requires the serial collector. */
  public static native long address(Object object);

  /**
   * Finds the names of places, each with at most the given number of inlined frames; null for an
   * unknown place.
   */
  public static native void name(long[] pcs, @Nullable String[] names, int depth);

  /**
   * Puts the class file of the class with a signature, as it is now, into an array's first element;
   * nothing of a hidden one. To be called when all is counted: the class's methods are made anew.
   *
   * @return how many classes, of several loaders, have the signature
   */
  static native int classFile(String signature, byte @Nullable [][] file);

  /** Ends this process when its standard input ends; does not return. */
  static native void endWithParent();
}
