// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.LazilyLinkedCounter;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.selector.selection.SharedSelection;
import org.jspecify.annotations.Nullable;

/**
 * Static access to the best counter of this machine. Selection happens once, on first use of any
 * method except {@link #version()} and {@link #counter()}; nothing is touched before. It probes
 * only counters that could be the best; the first call of {@link #report()} probes the others.
 * Thread-safe.
 *
 * <p>No method throws or waits without a limit because of a counter: whatever a counter's read
 * throws, readings continue with the next best counter's (only a full stack of the program's own is
 * a {@link StackOverflowError} here as in any call). Code that runs during the selection itself,
 * such as a provider's or an agent's, reads {@link System#nanoTime()}, scaled to cycles, and so
 * does a thread that has waited for a minute (twelve times the limit of {@code
 * org.cyclecounter.probe.seconds}), and so does every thread if the heap is full during the
 * selection, which a later reading repeats; a difference between such a reading and a later one is
 * meaningless.
 */
public final class CpuCycles {

  private CpuCycles() {}

  private static final SharedSelection SELECTION = new SharedSelection();

  /**
   * A constant for the compiler, so that a reading costs what the counter's instruction costs. Null
   * if an agent reads the counter while this class is being initialised on its thread.
   */
  private static final @Nullable CycleCounter COUNTER = LazilyLinkedCounter.of(SELECTION);

  /**
   * Reads the counter, as {@link CycleCounter#cycles()} does.
   *
   * @return estimated CPU cycles since an unspecified origin
   */
  public static long cycles() {
    CycleCounter counter = COUNTER;
    return counter != null ? counter.cycles() : System.nanoTime();
  }

  /**
   * Reads the counter at the start of a region, as {@link CycleCounter#start()} does: nothing
   * before the call moves into the region.
   *
   * @return the same count as {@link #cycles()}
   */
  public static long start() {
    CycleCounter counter = COUNTER;
    return counter != null ? counter.start() : System.nanoTime();
  }

  /**
   * Reads the counter at the end of a region, as {@link CycleCounter#stop()} does: nothing of the
   * region moves out past the call.
   *
   * @return the same count as {@link #cycles()}
   */
  public static long stop() {
    CycleCounter counter = COUNTER;
    return counter != null ? counter.stop() : System.nanoTime();
  }

  /**
   * Returns the CPU's estimated frequency.
   *
   * @return cycles per second (Hz), always positive
   */
  public static long perSecond() {
    return SELECTION.cyclesPerSecond();
  }

  /**
   * Returns the name of the counter in use; {@link #version()} defines its meaning.
   *
   * @return a name such as {@code "amd64-tsc"}
   */
  public static String implementation() {
    return SELECTION.implementation();
  }

  /**
   * Returns the version of this software. That of libcpucycles, whose names and scoring these are,
   * is printed by {@code info} and {@code --version}.
   *
   * @return such as {@code "0.1.0"}
   */
  public static String version() {
    return Version.read();
  }

  /**
   * Returns the counter. It is selected with its first reading.
   *
   * @return the selected counter, always the same object
   */
  public static CycleCounter counter() {
    return COUNTER != null ? COUNTER : SELECTION;
  }

  /**
   * Returns how the counter was selected. The first call takes up to a few seconds: it probes the
   * counters that could not have been better than the selected one, and measures each as a program
   * sees it.
   *
   * @return the current report: if the counter is lost while it is in use, that counter is rejected
   *     and the one that readings continue with is selected
   */
  public static SelectionReport report() {
    return SELECTION.report();
  }
}
