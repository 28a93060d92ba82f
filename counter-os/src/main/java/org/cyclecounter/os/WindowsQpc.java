// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.Scaling;

/**
 * {@code windows-qpc}: Windows's QueryPerformanceCounter, from the start of the machine, at the
 * constant rate that QueryPerformanceFrequency gives (10 MHz on most). System calls cannot crash:
 * it is read in this process at once. Source: profileapi.h; neither function fails on Windows XP
 * and newer.
 */
final class WindowsQpc extends SystemCall {

  WindowsQpc() {
    super("windows-qpc", CounterKind.OFF_CORE, Scope.SYSTEM, Scaling.findMultiplier());
  }

  @Override
  native long ticks();

  /** Returns QueryPerformanceFrequency, in Hz: fixed when Windows starts. */
  static native long hz();

  @Override
  protected native long address(int function);

  @Override
  protected long ticksPerSecond() {
    return hz();
  }
}
