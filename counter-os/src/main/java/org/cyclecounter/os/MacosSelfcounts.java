// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * {@code macos-selfcounts}: cycles of the calling thread, in user mode and in the kernel, by
 * macOS's thread_selfcounts, from the start of the thread; needs no privilege. Each read is a
 * system call of about 400 cycles, which it counts too. System calls cannot crash: it is read in
 * this process at once. Compiled only: it has not been run on a Mac.
 *
 * <p>Hazard: no public header declares the function, so it is looked up by name and never called by
 * its number, 186. Apple promises no numbers, and an unassigned one kills the process (SIGSYS).
 * Source: xnu, bsd/kern/syscalls.master and bsd/sys/resource_private.h.
 */
final class MacosSelfcounts extends SystemCall {

  // Results of tryRead, besides a positive errno.
  private static final int COUNTS = 0;
  private static final int COUNTS_NOTHING = -1;
  private static final int NO_FUNCTION = -2;

  MacosSelfcounts() {
    super("macos-selfcounts", CounterKind.ON_CORE, Scope.THREAD, Scaling.none());
  }

  @Override
  native long ticks();

  @Override
  protected native long address(int function);

  /** Looks the function up, which the reads need, and calls it once. */
  static native int tryRead();

  @Override
  public String instruction() {
    return "thread_selfcounts()";
  }

  /**
   * Calls it once in this process, which cannot crash it: a virtual machine without counters has
   * the function and counts nothing.
   */
  @Override
  protected void check() throws CounterUnavailableException {
    int result = tryRead();
    if (result != COUNTS) {
      throw new CounterUnavailableException(reason(result));
    }
  }

  static String reason(int result) {
    return switch (result) {
      case NO_FUNCTION -> "this macOS has no thread_selfcounts; 10.13 and newer have it";
      case COUNTS_NOTHING ->
          "thread_selfcounts counts no cycles here, as in virtual machines without counters";
      default ->
          "thread_selfcounts: errno "
              + result
              + "; macOS offers no cycle counters here, as in most virtual machines";
    };
  }

  @Override
  protected TickSource wrap(NativeTicks reads) {
    return new CheckedTicks(reads, "thread_selfcounts fails for this thread");
  }
}
