// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.counting.LazilyLinkedCounter;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.report.Version;
import org.cyclecounter.selector.selection.SelectionContext;
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
 * meaningless. Only {@link #counter()} and {@link #report()} throw an {@link OutOfMemoryError}: if
 * the heap has no room for the object that they return.
 */
public final class CpuCycles {

  private CpuCycles() {}

  /** The time between two attempts to create the counter: each collects a full heap. */
  private static final long PAUSE_NS = 100_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  // Constants of this class, because loading the class creates their strings.
  private static final String CLOCK = ScaledClock.NAME;

  private static final String UNKNOWN = Version.UNKNOWN;

  /** The time of nanoTime at the last attempt. */
  private static volatile long attemptNs;

  /** The counter if it is no constant. */
  private static volatile @Nullable LazilyLinkedCounter late;

  /**
   * A constant for the compiler, so that a reading costs what the counter's instruction costs. Null
   * if the heap had no room for it, or an agent reads the counter while this class is being
   * initialised on its thread.
   */
  private static final @Nullable LazilyLinkedCounter COUNTER = create();

  /** False during that initialisation. */
  private static boolean isInitialised;

  static {
    isInitialised = true;
  }

  /** Throws nothing: a class whose initialiser throws can never be used again. */
  private static @Nullable LazilyLinkedCounter create() {
    try {
      attemptNs = System.nanoTime();
      return LazilyLinkedCounter.of(SharedSelection.ofProcess());
    } catch (VirtualMachineError | LinkageError e) { // a full heap or stack
      return null;
    }
  }

  /** Null where {@link System#nanoTime()} is to be read. */
  private static @Nullable LazilyLinkedCounter present() {
    return COUNTER != null ? COUNTER : later();
  }

  private static @Nullable LazilyLinkedCounter later() {
    if (late == null && isInitialised && System.nanoTime() - attemptNs >= PAUSE_NS) {
      late = create();
    }
    return late;
  }

  /**
   * Reads the counter, as {@link CycleCounter#cycles()} does.
   *
   * @return estimated CPU cycles since an unspecified origin
   */
  public static long cycles() {
    LazilyLinkedCounter counter = present();
    return counter != null ? counter.cycles() : System.nanoTime();
  }

  /**
   * Reads the counter at the start of a region, as {@link CycleCounter#start()} does: nothing
   * before the call moves into the region.
   *
   * @return the same count as {@link #cycles()}
   */
  public static long start() {
    LazilyLinkedCounter counter = present();
    return counter != null ? counter.start() : System.nanoTime();
  }

  /**
   * Reads the counter at the end of a region, as {@link CycleCounter#stop()} does: nothing of the
   * region moves out past the call.
   *
   * @return the same count as {@link #cycles()}
   */
  public static long stop() {
    LazilyLinkedCounter counter = present();
    return counter != null ? counter.stop() : System.nanoTime();
  }

  /**
   * Returns the CPU's estimated frequency.
   *
   * @return cycles per second (Hz), always positive
   */
  public static long perSecond() {
    LazilyLinkedCounter counter = present();
    return counter != null ? counter.cyclesPerSecond() : NANOS_PER_SECOND;
  }

  /**
   * Returns the name of the counter in use; {@link #version()} defines its meaning.
   *
   * @return a name such as {@code "amd64-tsc"}
   */
  public static String implementation() {
    LazilyLinkedCounter counter = present();
    return counter != null ? counter.implementation() : CLOCK;
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
    LazilyLinkedCounter counter = present();
    if (counter == null) {
      throw new OutOfMemoryError("no room for the counter");
    }
    return counter;
  }

  /**
   * Returns how the counter was selected. The first call takes up to a few seconds: it probes the
   * counters that could not have been better than the selected one, and measures each as a program
   * sees it.
   *
   * @return the current report: if the counter is lost while it is in use, that counter is rejected
   *     and the one that readings continue with is selected; with a full heap it has no counters
   */
  public static SelectionReport report() {
    try {
      return SharedSelection.ofProcess().report();
    } catch (OutOfMemoryError e) {
      SelectionContext.requireRoom(); // for the initialisers of the JDK's classes
      return new SelectionReport(
          UNKNOWN, implementation(), perSecond(), UNKNOWN, List.of(), Duration.ZERO);
    }
  }
}
