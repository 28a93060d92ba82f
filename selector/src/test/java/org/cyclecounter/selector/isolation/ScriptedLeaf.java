// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.Arrays;
import org.cyclecounter.spi.CounterUnavailableException;

/** A C function whose readings a test writes: it goes round the steps. */
public final class ScriptedLeaf {

  private ScriptedLeaf() {}

  /** Whether the tests' library is packaged for this platform; loads it. */
  public static boolean isThere() throws CounterUnavailableException {
    if (CrashProvider.isPackaged()) {
      CrashProvider.load();
    }
    return CrashProvider.isPackaged();
  }

  private static native void script(
      long first, long step0, long step1, long step2, long step3, long step4, int steps);

  public static native long address();

  /** What the function gives next. */
  public static native long next();

  public static void begin(long first, long[] steps) {
    long[] five = Arrays.copyOf(steps, 5);
    script(first, five[0], five[1], five[2], five[3], five[4], steps.length);
  }
}
