// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.time.Duration;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.limits.TimeLimit;
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
 * Tries counters in a child of this process that shares its memory and runs nothing but the
 * counter's leaf function: about a tenth of a millisecond each, whatever the heap. On Windows it is
 * a thread of this process with an exception handler of its own. Nowhere else; one at a time.
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

  public static void preload() {
    Class<?>[] classes = {
      NativeChild.class,
      NativeChild.Kind.class,
      NativeChild.Phase.class,
      NativeChild.Result.class,
      IsolationResult.class,
      Result.class,
      IsolationResult.Way.class
    };
    assert classes.length > 0;
  }

  /** Whether this is Linux or Windows, on a processor whose library is packaged. */
  public static boolean isOffered() {
    return IS_OFFERED;
  }

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
   * Tries a counter that has been opened in this process, which is about to read it as often,
   * plainly and in each of the ordered ways.
   */
  public static IsolationResult probeOpened(TickSource source, int reads, int orderedReads) {
    long startNs = System.nanoTime();
    String problem = whyNotHere();
    IsolationResult result =
        problem.isEmpty() ? run(source, reads, orderedReads) : notProbed(problem);
    return result.plus(Duration.ofNanos(System.nanoTime() - startNs));
  }

  private static IsolationResult of(Result result, String reason, @Nullable Obstacle obstacle) {
    return new IsolationResult(result, reason, IsolationResult.Way.NATIVE, obstacle, Duration.ZERO);
  }

  private static IsolationResult failed(String reason) {
    return of(Result.FAILED, reason, null);
  }

  private static IsolationResult notProbed(String reason) {
    return of(Result.NOT_PROBED, reason, null);
  }

  private static IsolationResult run(TickSource source, int reads, int orderedReads) {
    if (!NativeChild.canRun(source)) {
      return notProbed(NativeReasons.NO_ENTRY_POINT);
    }
    NativeChild.Result result = NativeChild.run(source, reads, orderedReads, TimeLimit.seconds());
    if (result.kind() == NativeChild.Kind.PASSED) {
      return of(Result.PASSED, "", null); // before a switch, which is a class more to load
    }
    if (result.kind() == NativeChild.Kind.FAULT && isOpenedThere(source)) {
      // The kernel may just have forbidden its reads: then it says so when it is asked again.
      NativeChild.Result again = NativeChild.run(source, 1, 1, TimeLimit.seconds());
      result = again.kind() == NativeChild.Kind.OPEN_FAILED ? again : result;
    }
    return explain(source, result);
  }

  private static boolean isOpenedThere(TickSource source) {
    return source instanceof NativeTicks natively && natively.probe() != 0;
  }

  private static IsolationResult explain(TickSource source, NativeChild.Result result) {
    int detail = result.detail();
    return switch (result.kind()) {
      case PASSED -> of(Result.PASSED, "", null);
      case NO_CHILD -> notProbed(NativeReasons.noChild(detail));
      case OPEN_FAILED ->
          source instanceof NativeTicks natively
              ? of(Result.FAILED, natively.explain(detail), natively.obstacle(detail))
              : failed(NativeReasons.NOT_OPENED);
      case UNREADABLE -> failed(NativeReasons.UNREADABLE);
      case LOST -> failed(NativeReasons.LOST);
      case TIMED_OUT ->
          of(Result.DIED, NativeReasons.timedOut(phase(result), TimeLimit.seconds()), null);
      case FAULT -> died(result, Signals.explain(detail));
      case CALLING_CONVENTION ->
          died(result, NativeReasons.callingConvention(RegisterNames.of(detail)));
      case FORBIDDEN_CALL ->
          isOpening(source, result)
              ? filtered(result, NativeReasons.filtered(detail))
              : died(result, NativeReasons.forbiddenCall(detail));
      case ENDED -> ended(source, result);
    };
  }

  private static IsolationResult ended(TickSource source, NativeChild.Result result) {
    int signal = result.detail();
    if (result.phase() == NativeChild.Phase.STARTING) {
      return notProbed(NativeReasons.endedBefore(signal)); // not the counter's doing
    }
    return signal == NativeReasons.SIGSYS && isOpening(source, result)
        ? filtered(result, NativeReasons.FILTER_KILLS)
        : died(result, NativeReasons.ended(signal));
  }

  private static IsolationResult filtered(NativeChild.Result result, String how) {
    return of(Result.DIED, NativeReasons.failed(phase(result), how), Obstacle.FILTER_KILLS);
  }

  /** Whether it was opening its perf events. */
  private static boolean isOpening(TickSource source, NativeChild.Result result) {
    return result.phase() == NativeChild.Phase.OPENING && isOpenedThere(source);
  }

  private static IsolationResult died(NativeChild.Result result, String how) {
    return of(Result.DIED, NativeReasons.failed(phase(result), how), null);
  }

  private static Phase phase(NativeChild.Result result) {
    return switch (result.phase()) {
      case STARTING, OPENING -> Phase.OPENED;
      case CLOSING -> Phase.CLOSED;
      case READING, READING_START, READING_STOP -> Phase.READ;
    };
  }
}
