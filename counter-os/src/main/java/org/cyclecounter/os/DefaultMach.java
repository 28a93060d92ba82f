// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * {@code default-mach}: mach_absolute_time of macOS, at the rate that mach_timebase_info gives (24
 * MHz on Apple silicon); stands still while the machine sleeps. By the packaged library, or through
 * JNA where that cannot be loaded. Compiled only: it has not been run on a Mac.
 */
final class DefaultMach implements CounterSource {

  /**
   * In Hz; 0 before it has been opened. Volatile: opened on a selection's thread, asked for on
   * others.
   */
  private volatile long ticksPerSecond;

  @Override
  public String name() {
    return "default-mach";
  }

  @Override
  public CounterKind kind() {
    return CounterKind.OFF_CORE;
  }

  @Override
  public Scope scope() {
    return Scope.SYSTEM;
  }

  /** Returns the rate that the system reported on opening; a search if it reported none. */
  @Override
  public Scaling scaling() {
    long hz = ticksPerSecond;
    return hz > 0 ? Scaling.ticksPerSecond(hz) : Scaling.findMultiplier();
  }

  @Override
  public boolean mayCrash() {
    return false;
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    if (!Platform.current().os().equals("darwin")) {
      throw new CounterUnavailableException(
          "mach_absolute_time exists on macOS only; this is " + Platform.current().os());
    }
    try {
      TickSource source = new Native().open();
      ticksPerSecond = ticksPerSecondOfTheSystem();
      return source;
    } catch (CounterUnavailableException e) {
      return throughJna(e);
    }
  }

  /**
   * Reads through JNA, whose first use costs some 100 ms; if that fails, too, the reason has both
   * failures. JNA is optional: without it, linking {@link MachByJna} is a LinkageError; on Java 24
   * and newer it may be denied native access, an IllegalCallerException.
   */
  private TickSource throughJna(CounterUnavailableException packaged)
      throws CounterUnavailableException {
    try {
      ticksPerSecond = MachByJna.ticksPerSecond();
      return MachByJna::mach_absolute_time;
    } catch (LinkageError | IllegalCallerException e) {
      CounterUnavailableException both =
          new CounterUnavailableException(
              packaged.getMessage() + "; and JNA cannot be used: " + e.getMessage(), e);
      both.addSuppressed(packaged);
      throw both;
    }
  }

  static native long ticks();

  static native long ticksPerSecondOfTheSystem();

  static native long address(int function);

  private static final class Native extends NativeCounterSource {
    Native() {
      super("default-mach", CounterKind.OFF_CORE, Scope.SYSTEM, OsLibrary.LIBRARY);
    }

    @Override
    protected long address(int function) {
      return DefaultMach.address(function);
    }

    @Override
    protected TickSource jniRead(Function function) {
      return DefaultMach::ticks;
    }
  }
}
