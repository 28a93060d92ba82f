package org.cyclecounter.selector;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.choice.FirstUse;

/**
 * The static way in. The first use of any method but {@link #version()} chooses a counter, once,
 * however many threads come at the same time; nothing is touched before. It waits for those
 * counters only that could be the best; {@link #report()} tries the others when it is first called.
 * Thread-safe.
 */
public final class CpuCycles {

  private CpuCycles() {}

  /** Initialised by the class loader's own lock on first use; its constants are free to read. */
  private static final class Chosen {
    static final FirstUse FIRST_USE = FirstUse.choose();
    static final CycleCounter COUNTER = FIRST_USE.counter();
  }

  /**
   * Reads the counter, as {@link CycleCounter#cycles()} does.
   *
   * @return estimated CPU cycles since an unspecified origin
   */
  public static long cycles() {
    return Chosen.COUNTER.cycles();
  }

  /**
   * The CPU's estimated frequency.
   *
   * @return cycles per second (Hz), always positive
   */
  public static long perSecond() {
    return Chosen.COUNTER.cyclesPerSecond();
  }

  /**
   * The name of the counter in use; to be interpreted relative to {@link #version()}.
   *
   * @return a name such as {@code "amd64-tsc"}
   */
  public static String implementation() {
    return Chosen.COUNTER.implementation();
  }

  /**
   * The version of this software.
   *
   * @return such as {@code "0.1.0"}
   */
  public static String version() {
    try (InputStream in = CpuCycles.class.getResourceAsStream("version.txt")) {
      if (in == null) {
        throw new IllegalStateException("version.txt is missing beside CpuCycles.class");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The counter itself.
   *
   * @return the chosen counter, always the same object
   */
  public static CycleCounter counter() {
    return Chosen.COUNTER;
  }

  /**
   * How it was chosen. The first call takes up to a few seconds: it tries the counters that could
   * not have been better than the chosen one, and measures what a program sees of each.
   *
   * @return the report as it is now: should the kernel take the counter away while it is in use, it
   *     is rejected in it, and the one that readings go on with is selected
   */
  public static SelectionReport report() {
    return Chosen.FIRST_USE.report();
  }
}
