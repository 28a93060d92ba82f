// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import java.util.concurrent.Callable;

/**
 * An operation with calls whose instructions are known, in {@code known_code.c}, and an exception,
 * which has HotSpot walk the stack and is not to keep single steps from their end.
 */
final class KnownCode implements Callable<Object> {

  static {
    TestLibrary.OPERATIONS.load();
  }

  private static native void loop(long rounds);

  private static native void string(long rounds);

  private static native void calls(long rounds);

  @Override
  public Object call() {
    loop(1000);
    string(1000);
    calls(100);
    try {
      return Integer.valueOf("none");
    } catch (NumberFormatException e) {
      return this;
    }
  }
}
