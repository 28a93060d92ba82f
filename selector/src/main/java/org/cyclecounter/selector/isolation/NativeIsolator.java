// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.time.Duration;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.report.ChildReasons.Phase;
import org.cyclecounter.selector.report.NativeReasons;
import org.cyclecounter.selector.report.Signals;
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

  private NativeIsolator() {}

  /** Loads what a counter that passes needs. */
  public static void preload() {
    Class<?>[] unused = {NativeChild.class, IsolationResult.class, Result.class};
  }

  /** Returns true on Linux and Windows, on a processor whose library is packaged. */
  public static boolean isOffered() {
    return IS_OFFERED;
  }

  /** Returns why no counter can be probed in this process; empty if one can. Loads the library. */
  private static String whyNotHere() {
    if (!isOffered()) {
      return NativeReasons.notOffered(Platform.current().prefix());
    }
    try {
      SelectorLibrary.LIBRARY.load();
      return "";
    } catch (CounterUnavailableException e) {
      return NativeReasons.cannotBeUsed(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Probes a counter that has been opened in this process, which is about to read it as often.
   *
   * @param reads the number of plain reads
   * @param orderedReads the number of reads in each of the ordered ways
   * @param limitSeconds the time limit for all of them
   * @return never throws: what keeps a counter from being probed is a result, too
   */
  public static IsolationResult probeOpened(
      TickSource source, int reads, int orderedReads, int limitSeconds) {
    long startNs = System.nanoTime();
    String problem = whyNotHere();
    IsolationResult result =
        problem.isEmpty() ? run(source, reads, orderedReads, limitSeconds) : notProbed(problem);
    Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
    return new IsolationResult(result.result(), result.reason(), true, result.obstacle(), cost);
  }

  private static IsolationResult of(Result result, String reason, @Nullable Obstacle obstacle) {
    return new IsolationResult(result, reason, true, obstacle, Duration.ZERO);
  }

  private static IsolationResult failed(String reason) {
    return of(Result.FAILED, reason, null);
  }

  private static IsolationResult notProbed(String reason) {
    return of(Result.NOT_PROBED, reason, null);
  }

  private static IsolationResult run(
      TickSource source, int reads, int orderedReads, int limitSeconds) {
    if (!NativeChild.canRun(source)) {
      return notProbed(NativeReasons.NO_ENTRY_POINT);
    }
    long packed = NativeChild.run(source, reads, orderedReads, limitSeconds);
    if (NativeChild.passed(packed)) {
      return of(Result.PASSED, "", null);
    }
    NativeChild.Result result = NativeChild.Result.of(packed);
    if (result.kind() == NativeChild.Kind.FAULT && NativeChild.isOpenedThere(source)) {
      // The kernel may just have forbidden its reads: then opening it once more says so.
      NativeChild.Result second =
          NativeChild.Result.of(NativeChild.run(source, 1, 1, limitSeconds));
      result = second.kind() == NativeChild.Kind.OPEN_FAILED ? second : result;
    }
    return explain(source, result, limitSeconds);
  }

  /**
   * Turns a failure into a sentence. A child that ended before anything of the counter ran is the
   * machine's fault; one that a filter ended is the filter's, if the counter was being opened.
   */
  private static IsolationResult explain(
      TickSource source, NativeChild.Result result, int limitSeconds) {
    int detail = result.detail();
    boolean isOpening =
        result.phase() == NativeChild.Phase.OPENING && NativeChild.isOpenedThere(source);
    return switch (result.kind()) {
      case PASSED -> of(Result.PASSED, "", null);
      case NO_CHILD -> notProbed(NativeReasons.noChild(detail));
      case OPEN_FAILED ->
          source instanceof NativeTicks natively
              ? of(Result.FAILED, natively.explain(detail), natively.obstacle(detail))
              : failed(NativeReasons.NOT_OPENED);
      case UNREADABLE -> failed(NativeReasons.UNREADABLE);
      case LOST -> failed(NativeReasons.LOST);
      case TIMED_OUT -> of(Result.DIED, NativeReasons.timedOut(phase(result), limitSeconds), null);
      case FAULT -> died(result, Signals.explain(detail), null);
      case CALLING_CONVENTION ->
          died(result, NativeReasons.callingConvention(RegisterNames.of(detail)), null);
      case FORBIDDEN_CALL ->
          isOpening
              ? died(result, NativeReasons.filtered(detail), Obstacle.FILTER_KILLS)
              : died(result, NativeReasons.forbiddenCall(detail), null);
      case ENDED -> {
        if (result.phase() == NativeChild.Phase.STARTING) {
          yield notProbed(NativeReasons.endedBefore(detail)); // nothing of the counter has run
        }
        yield isOpening && detail == NativeReasons.SIGSYS
            ? died(result, NativeReasons.FILTER_KILLS, Obstacle.FILTER_KILLS)
            : died(result, NativeReasons.ended(detail), null);
      }
    };
  }

  private static IsolationResult died(
      NativeChild.Result result, String how, @Nullable Obstacle obstacle) {
    return of(Result.DIED, NativeReasons.failed(phase(result), how), obstacle);
  }

  private static Phase phase(NativeChild.Result result) {
    return switch (result.phase()) {
      case STARTING, OPENING -> Phase.OPENED;
      case CLOSING -> Phase.CLOSED;
      case READING, READING_START, READING_STOP -> Phase.READ;
    };
  }
}
