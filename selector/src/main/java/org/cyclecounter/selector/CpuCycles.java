package org.cyclecounter.selector;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.choice.SharedChoice;
import org.cyclecounter.selector.counting.LazilyLinkedCounter;
import org.cyclecounter.selector.report.Version;
import org.jspecify.annotations.Nullable;

/**
 * The static way in. The first use of any method but {@link #version()} and {@link #counter()}
 * chooses a counter, once, however many threads come at the same time; nothing is touched before.
 * It waits for those counters only that could be the best; {@link #report()} tries the others when
 * it is first called. Thread-safe.
 *
 * <p>No method throws, or waits without a limit, for anything that a counter does. Code that runs
 * during the choice itself, such as a provider's or an agent's, reads {@link System#nanoTime()},
 * scaled to cycles, and so does a thread that has waited for a minute (twelve times the limit of
 * {@code org.cyclecounter.trial.seconds}); a difference between such a reading and a later one
 * means nothing.
 */
public final class CpuCycles {

  private CpuCycles() {}

  private static final SharedChoice CHOICE = new SharedChoice();

  /** Null for an agent that reads the counter while this class is initialised on its thread. */
  private static final @Nullable CycleCounter COUNTER = LazilyLinkedCounter.of(CHOICE);

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
   * The CPU's estimated frequency.
   *
   * @return cycles per second (Hz), always positive
   */
  public static long perSecond() {
    return CHOICE.cyclesPerSecond();
  }

  /**
   * The name of the counter in use; to be interpreted relative to {@link #version()}.
   *
   * @return a name such as {@code "amd64-tsc"}
   */
  public static String implementation() {
    return CHOICE.implementation();
  }

  /**
   * The version of this software.
   *
   * @return such as {@code "0.1.0"}
   */
  public static String version() {
    return Version.read();
  }

  /**
   * The counter itself. It is chosen with its first reading.
   *
   * @return the chosen counter, always the same object
   */
  public static CycleCounter counter() {
    return COUNTER != null ? COUNTER : CHOICE;
  }

  /**
   * How it was chosen. The first call takes up to a few seconds: it tries the counters that could
   * not have been better than the chosen one, and measures what a program sees of each.
   *
   * @return the report as it is now: should the kernel take the counter away while it is in use, it
   *     is rejected in it, and the one that readings go on with is selected
   */
  public static SelectionReport report() {
    return CHOICE.report();
  }
}
