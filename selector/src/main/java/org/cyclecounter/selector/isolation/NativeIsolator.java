// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.time.Duration;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;
import org.jspecify.annotations.Nullable;

/**
 * Probes counters in a child of this process that shares its memory and runs nothing but the
 * counter's leaf function: about a tenth of a millisecond each, whatever the heap. On Windows it is
 * a thread of this process with its own exception handler. Nowhere else; one at a time.
 *
 * <p>A counter is opened in this process, because its entry point is known only then. This
 * project's own execute nothing there that may crash; a third party's have been opened in a child
 * JVM before.
 */
public final class NativeIsolator {

  /** Elsewhere the library has no child. */
  private static final boolean IS_OFFERED =
      (Platform.current().isLinux() || Platform.current().os().equals("win32"))
          && SelectorLibrary.LIBRARY.isPackaged();

  /** Reads in each of the ordered ways, start() and stop(). */
  private static final int ORDERED_READS = 100;

  private NativeIsolator() {}

  /** Loads what a counter that passes needs. */
  public static void preload() {
    Class<?>[] unused = {NativeChild.class, IsolationResult.class, Result.class};
  }

  /** Returns true on Linux and Windows, on a processor whose library is packaged. */
  public static boolean isOffered() {
    return IS_OFFERED;
  }

  /** Returns why a counter cannot be probed in this process; empty if it can. Loads the library. */
  private static String whyNotHere(TickSource source) {
    if (!isOffered()) {
      return "native isolation is not offered for "
          + Platform.current().prefix()
          + "; use AUTO or JVM";
    }
    if (!NativeChild.canRun(source)) {
      return "it has no entry point to probe natively; use isolation AUTO or JVM";
    }
    try {
      SelectorLibrary.LIBRARY.load();
      return "";
    } catch (CounterUnavailableException e) {
      return "native isolation cannot be used: " + e.getMessage();
    }
  }

  /**
   * Probes a counter that has been opened in this process, which is about to read it as often.
   *
   * @param reads the number of plain reads
   * @param limitSeconds the time limit for all of them
   * @return never throws: what keeps a counter from being probed is a result, too
   */
  public static IsolationResult probeOpened(TickSource source, int reads, int limitSeconds) {
    long startNs = System.nanoTime();
    String problem = whyNotHere(source);
    IsolationResult result =
        problem.isEmpty()
            ? run(source, reads, limitSeconds)
            : natively(Result.NOT_PROBED, problem, null);
    Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
    return new IsolationResult(result.result(), result.reason(), true, result.obstacle(), cost);
  }

  /** Makes a result whose cost is not known yet. */
  static IsolationResult natively(Result result, String reason, @Nullable Obstacle obstacle) {
    return new IsolationResult(result, reason, true, obstacle, Duration.ZERO);
  }

  private static IsolationResult run(TickSource source, int reads, int limitSeconds) {
    long packed = NativeChild.run(source, reads, ORDERED_READS, limitSeconds);
    if (NativeChild.passed(packed)) {
      return natively(Result.PASSED, "", null);
    }
    NativeOutcome outcome = NativeOutcome.of(packed);
    if (outcome.kind() == NativeChild.Kind.FAULT && NativeTicks.hasProbe(source)) {
      // The kernel may just have forbidden its reads: then opening it once more says so.
      NativeOutcome second = NativeOutcome.of(NativeChild.run(source, 1, 1, limitSeconds));
      outcome = second.kind() == NativeChild.Kind.OPEN_FAILED ? second : outcome;
    }
    return outcome.explain(source, limitSeconds);
  }
}
