// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.CounterUnavailableException;

/** A C function with a test's readings: it repeats their steps. */
public final class ScriptedLeaf {

  private ScriptedLeaf() {}

  /** Aborts the test if the tests' or the selector's library is not packaged for this platform. */
  public static void assumePackaged() throws CounterUnavailableException {
    assumeTrue(
        CrashProvider.LIBRARY.isPackaged() && SelectorLibrary.LIBRARY.isPackaged(),
        "no libraries of the tests and of the selector are packaged for this platform");
    CrashProvider.LIBRARY.load();
    SelectorLibrary.LIBRARY.load();
  }

  private static native void script(
      long first, long step0, long step1, long step2, long step3, long step4, int steps);

  public static native long address();

  /** The next readings. */
  public static native long next();

  public static void begin(long first, long[] steps) {
    long[] five = Arrays.copyOf(steps, 5);
    script(first, five[0], five[1], five[2], five[3], five[4], steps.length);
  }
}
