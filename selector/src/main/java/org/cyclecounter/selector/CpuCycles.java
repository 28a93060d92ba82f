package org.cyclecounter.selector;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/**
 * The static way in. The first use of any method but {@link #version()} chooses a counter, once,
 * however many threads come at the same time; nothing is touched before. Thread-safe.
 */
public final class CpuCycles {

  private CpuCycles() {}

  /** Initialised by the class loader's own lock on first use; its constants are free to read. */
  private static final class Chosen {
    static final Selected SELECTED = CycleCounterSelector.builder().build().select();
    static final CycleCounter COUNTER = SELECTED.counter();
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
   * @return the chosen counter, always the same
   */
  public static CycleCounter counter() {
    return Chosen.COUNTER;
  }

  /**
   * How it was chosen.
   *
   * @return the report, always the same
   */
  public static SelectionReport report() {
    return Chosen.SELECTED.report();
  }
}
