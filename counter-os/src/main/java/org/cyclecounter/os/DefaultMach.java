// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * {@code default-mach}: mach_absolute_time of macOS, at the rate that mach_timebase_info gives (24
 * MHz on Apple silicon); stands still while the machine sleeps. By the packaged library, or through
 * JNA where that cannot be loaded. Compiled only: it has not been run on a Mac.
 */
final class DefaultMach extends SystemCall {

  /** Volatile: opened on a selection's thread, asked for its rate on others. */
  private volatile boolean isThroughJna;

  DefaultMach() {
    super("default-mach", CounterKind.OFF_CORE, Scope.SYSTEM, Scaling.findMultiplier());
  }

  @Override
  native long ticks();

  static native long ticksPerSecondOfTheSystem();

  @Override
  protected native long address(int function);

  @Override
  protected long ticksPerSecond() {
    return isThroughJna ? MachByJna.ticksPerSecond() : ticksPerSecondOfTheSystem();
  }

  @Override
  public boolean isForThisSystem() {
    return Platform.current().os().equals("darwin");
  }

  @Override
  protected void checkPlatform() throws CounterUnavailableException {
    if (!isForThisSystem()) {
      throw new CounterUnavailableException(
          "mach_absolute_time exists on macOS only; this is " + Platform.current().os());
    }
  }

  /**
   * Reads through JNA, whose first use costs some 100 ms; if that fails, too, the reason has both
   * failures. JNA is optional: without it, linking {@link MachByJna} is a LinkageError; on Java 24
   * and newer it may be denied native access, an IllegalCallerException.
   */
  @Override
  protected TickSource openOtherwise(CounterUnavailableException packaged)
      throws CounterUnavailableException {
    checkPlatform();
    try {
      MachByJna.ticksPerSecond();
      isThroughJna = true;
      return MachByJna::mach_absolute_time;
    } catch (LinkageError | IllegalCallerException e) {
      CounterUnavailableException both =
          new CounterUnavailableException(
              packaged.getMessage() + "; and JNA cannot be used: " + e.getMessage(), e);
      both.addSuppressed(packaged);
      throw both;
    }
  }
}
