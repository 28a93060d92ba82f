// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

/** Sends SIGPROF to this process at 1 kHz of its processor time ({@code profile_timer.c}). */
public final class ProfileTimer {

  static {
    TestLibrary.OPERATIONS.load();
  }

  private ProfileTimer() {}

  public static native void begin();

  public static native long signals();
}
