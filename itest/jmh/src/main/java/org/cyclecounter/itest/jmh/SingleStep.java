// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import org.cyclecounter.spi.CounterUnavailableException;

/** Counts the instructions of the calling thread one by one ({@code single_step.c}). */
final class SingleStep {

  static {
    try {
      Bare.LIBRARY.load();
    } catch (CounterUnavailableException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private SingleStep() {}

  /** Begins; the function at the address, with what it calls, is counted by itself, too. */
  static native void begin(long function);

  /** Ends; gives the instructions since begin, some of begin's and of this method's among them. */
  static native long end();

  /** How many of them were the function's. */
  static native long inside();

  /** How many times it was called. */
  static native long calls();
}
