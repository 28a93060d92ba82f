// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.LazilyLinkedCounter;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.selector.selection.SharedSelection;
import org.cyclecounter.selector.support.SelectionScope;
import org.jspecify.annotations.Nullable;

/**
 * Static access to the best counter of this machine. Selection happens once, on first use of any
 * method except {@link #version()} and {@link #counter()}; nothing is touched before. It probes
 * only counters that could be the best; the first call of {@link #report()} probes the others.
 * Thread-safe.
 *
 * <p>No method throws or waits without a limit because of a counter: whatever a counter's read
 * throws, readings continue with the next best counter's (only a {@link StackOverflowError} is
 * thrown here as in any call). Code that runs during the selection itself, such as a provider's or
 * an agent's, reads {@link System#nanoTime()}, scaled to cycles, and so does a thread that has
 * waited for a minute (twelve times the limit of {@code org.cyclecounter.probe.seconds}); a
 * difference between such a reading and a later one is meaningless. If the heap is full during the
 * selection, every thread reads that clock for good, and one warning says so: restart the program
 * with more memory. Only {@link #counter()} and {@link #report()} throw an {@link
 * OutOfMemoryError}: if the heap has no room for the object that they return.
 *
 * @since 0.1.0
 */
public final class CpuCycles {

  private CpuCycles() {}

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  // Constants of this class, because loading the class creates their strings.
  private static final String CLOCK = ScaledClock.NAME;

  private static final String UNKNOWN = Version.UNKNOWN;

  /**
   * A constant for the compiler, so that a reading costs what the counter's instruction costs. Null
   * where {@link System#nanoTime()} is read: if the heap had no room for it, and while an agent
   * reads the counter during the initialisation of this class on its thread.
   */
  private static final @Nullable LazilyLinkedCounter COUNTER = create();

  /** Throws nothing: a class whose initialiser throws can never be used again. */
  private static @Nullable LazilyLinkedCounter create() {
    try {
      return LazilyLinkedCounter.of(SharedSelection.OF_PROCESS);
    } catch (VirtualMachineError | LinkageError e) { // a full heap or stack
      return null;
    }
  }

  /**
   * Reads the counter, as {@link CycleCounter#cycles()} does.
   *
   * @return estimated CPU cycles since an unspecified origin
   */
  public static long cycles() {
    return COUNTER != null ? COUNTER.cycles() : System.nanoTime();
  }

  /**
   * Reads the counter at the start of a region, as {@link CycleCounter#start()} does: nothing
   * before the call moves into the region.
   *
   * @return the same count as {@link #cycles()}
   */
  public static long start() {
    return COUNTER != null ? COUNTER.start() : System.nanoTime();
  }

  /**
   * Reads the counter at the end of a region, as {@link CycleCounter#stop()} does: nothing of the
   * region moves out past the call.
   *
   * @return the same count as {@link #cycles()}
   */
  public static long stop() {
    return COUNTER != null ? COUNTER.stop() : System.nanoTime();
  }

  /**
   * Returns the CPU's estimated frequency.
   *
   * @return cycles per second (Hz), always positive
   */
  public static long perSecond() {
    return COUNTER != null ? COUNTER.cyclesPerSecond() : NANOS_PER_SECOND;
  }

  /**
   * Returns the same as {@link #perSecond()}, by the name that {@link CycleCounter} has for it.
   *
   * @return cycles per second (Hz), always positive
   */
  public static long cyclesPerSecond() {
    return perSecond();
  }

  /**
   * Returns the name of the counter in use; {@link #version()} defines its meaning.
   *
   * @return a name such as {@code "amd64-tsc"}
   */
  public static String implementation() {
    return COUNTER != null ? COUNTER.implementation() : CLOCK;
  }

  /**
   * Returns the version of this software, which defines the names of counters, whichever release of
   * libcpucycles scores them: 20240114, unless the system property {@code org.cyclecounter.scoring}
   * names another one. {@code info} prints it, and {@link CycleCounterSelector.Selected#scoring()}
   * returns that of a selection.
   *
   * @return such as {@code "0.1.0"}
   */
  public static String version() {
    try {
      return Version.read();
    } catch (OutOfMemoryError e) {
      return UNKNOWN;
    }
  }

  /**
   * Returns the counter. It is selected with its first reading.
   *
   * @return the selected counter, always the same object
   */
  public static CycleCounter counter() {
    if (COUNTER == null) {
      throw new OutOfMemoryError("no room for the counter");
    }
    return COUNTER;
  }

  /**
   * Returns how the counter was selected. The first call takes up to a few seconds: it probes the
   * counters that could not have been better than the selected one, and measures each as a program
   * sees it.
   *
   * @return the current report: after a loss, the lost counter is rejected and its successor is
   *     selected; with a full heap it has no counters
   */
  public static SelectionReport report() {
    try {
      if (COUNTER != null) {
        return SharedSelection.OF_PROCESS.report();
      }
    } catch (OutOfMemoryError | LinkageError e) {
      // A full heap, now or when a class was initialised.
    }
    SelectionScope.requireRoom(1); // for the initialisers of the JDK's classes
    return new SelectionReport(
        UNKNOWN, implementation(), perSecond(), UNKNOWN, List.of(), Duration.ZERO);
  }
}
