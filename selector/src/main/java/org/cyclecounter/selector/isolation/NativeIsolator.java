package org.cyclecounter.selector.isolation;

import java.time.Duration;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.report.NativeReasons;
import org.cyclecounter.selector.report.NativeReasons.Activity;
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

  /** Loads what a trial will need. */
  public static void preload() {
    Class<?>[] classes = {
      NativeChild.class,
      NativeChild.Kind.class,
      NativeChild.Phase.class,
      NativeChild.Result.class,
      Answer.class,
      IsolationResult.class,
      Result.class,
      IsolationResult.Way.class
    };
    assert classes.length > 0;
  }

  /**
   * Whether this platform has it.
   *
   * @return true on Linux and Windows, for the processors whose library is packaged
   */
  public static boolean isOffered() {
    return IS_OFFERED;
  }

  private record Answer(Result result, String reason, @Nullable Obstacle obstacle) {
    Answer(Result result, String reason) {
      this(result, reason, null);
    }

    static Answer failed(String reason) {
      return new Answer(Result.FAILED, reason);
    }

    static Answer notTried(String reason) {
      return new Answer(Result.NOT_TRIED, reason);
    }
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
   * Tries a counter that has been opened in this process.
   *
   * @param source the open counter
   * @param reads how often it is read plainly: as often as this process is about to read it
   * @param orderedReads how often in each of the ordered ways
   * @return what came of it
   */
  public static IsolationResult tryOpened(TickSource source, int reads, int orderedReads) {
    long startNs = System.nanoTime();
    String problem = whyNotHere();
    Answer answer =
        problem.isEmpty() ? answer(source, reads, orderedReads) : Answer.notTried(problem);
    Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
    return new IsolationResult(
        answer.result(), answer.reason(), IsolationResult.Way.NATIVE, answer.obstacle(), cost);
  }

  private static Answer answer(TickSource source, int reads, int orderedReads) {
    if (!NativeChild.canRun(source)) {
      return Answer.notTried(NativeReasons.NO_ENTRY_POINT);
    }
    NativeChild.Result result = NativeChild.run(source, reads, orderedReads, TimeLimit.seconds());
    if (result.kind() == NativeChild.Kind.PASSED) {
      return new Answer(Result.PASSED, ""); // before a switch, which is a class more to load
    }
    if (result.kind() == NativeChild.Kind.FAULT && isOpenedThere(source)) {
      // The kernel may just have forbidden its reads: then it says so when it is asked again.
      NativeChild.Result again = NativeChild.run(source, 1, 1, TimeLimit.seconds());
      result = again.kind() == NativeChild.Kind.OPEN_FAILED ? again : result;
    }
    return answer(source, result);
  }

  private static boolean isOpenedThere(TickSource source) {
    return source instanceof NativeTicks natively && natively.probe() != 0;
  }

  private static Answer answer(TickSource source, NativeChild.Result result) {
    int detail = result.detail();
    return switch (result.kind()) {
      case PASSED -> new Answer(Result.PASSED, "");
      case NO_CHILD -> Answer.notTried(NativeReasons.noChild(detail));
      case OPEN_FAILED ->
          source instanceof NativeTicks natively
              ? new Answer(Result.FAILED, natively.explain(detail), natively.obstacle(detail))
              : Answer.failed(NativeReasons.NOT_OPENED);
      case UNREADABLE -> Answer.failed(NativeReasons.UNREADABLE);
      case LOST -> Answer.failed(NativeReasons.LOST);
      case TIMED_OUT ->
          new Answer(Result.DIED, NativeReasons.timedOut(activity(result), TimeLimit.seconds()));
      case FAULT -> died(result, Signals.explain(NativeReasons.signal(detail)));
      case CALLING_CONVENTION ->
          died(result, NativeReasons.callingConvention(RegisterNames.of(detail)));
      case FORBIDDEN_CALL ->
          isOpening(source, result)
              ? filtered(result, NativeReasons.filtered(detail))
              : died(result, NativeReasons.forbiddenCall(detail));
      case ENDED -> ended(source, result);
    };
  }

  private static Answer ended(TickSource source, NativeChild.Result result) {
    int signal = result.detail();
    if (result.phase() == NativeChild.Phase.STARTING) {
      return Answer.notTried(NativeReasons.endedBefore(signal)); // not the counter's doing
    }
    return signal == NativeReasons.SIGSYS && isOpening(source, result)
        ? filtered(result, NativeReasons.FILTER_KILLS)
        : died(result, NativeReasons.ended(signal));
  }

  private static Answer filtered(NativeChild.Result result, String how) {
    return new Answer(
        Result.DIED, NativeReasons.failed(activity(result), how), Obstacle.FILTER_KILLS);
  }

  /** Whether it was opening its perf events. */
  private static boolean isOpening(TickSource source, NativeChild.Result result) {
    return result.phase() == NativeChild.Phase.OPENING && isOpenedThere(source);
  }

  private static Answer died(NativeChild.Result result, String how) {
    return new Answer(Result.DIED, NativeReasons.failed(activity(result), how));
  }

  private static Activity activity(NativeChild.Result result) {
    return switch (result.phase()) {
      case STARTING, OPENING -> Activity.OPENED;
      case CLOSING -> Activity.CLOSED;
      case READING, READING_START, READING_STOP -> Activity.READ;
    };
  }
}
