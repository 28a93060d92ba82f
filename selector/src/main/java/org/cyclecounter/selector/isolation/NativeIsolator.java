package org.cyclecounter.selector.isolation;

import java.time.Duration;
import java.util.OptionalLong;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * Tries counters in a child of this process that shares its memory and runs nothing but the
 * counter's leaf function: about a tenth of a millisecond each, whatever the heap. On Windows it is
 * a thread of this process with an exception handler of its own. Nowhere else; one at a time.
 *
 * <p>A counter is opened in this process, because its entry point is known only then. A {@link
 * NativeCounterSource} executes nothing there that may crash; a stranger's {@code open()} is run in
 * a child JVM first.
 */
public final class NativeIsolator {

  // What tryLeaf answers besides a fault's number; a negative answer is -1 less the system's error.
  private static final int PASSED = 0;
  private static final int TOO_LONG = 8;
  private static final String[] FAULTS = {
    "", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV", "SIGSYS"
  };

  private static final Object ONE_AT_A_TIME = new Object();

  private NativeIsolator() {}

  /** Runs the function three times in a child. */
  private static native int tryLeaf(long entryPoint, int limitS);

  /**
   * Whether this platform has it.
   *
   * @return true on Linux and Windows, for the processors whose library is packaged
   */
  public static boolean isOffered() {
    return SelectorLibrary.LIBRARY.isPackaged();
  }

  private record Answer(Result result, String reason) {
    static Answer failed(String reason) {
      return new Answer(Result.FAILED, reason);
    }

    static Answer notTried(String reason) {
      return new Answer(Result.NOT_TRIED, reason);
    }
  }

  private static String whyNotHere() {
    try {
      SelectorLibrary.LIBRARY.load();
      return "";
    } catch (CounterUnavailableException e) {
      return isOffered()
          ? "native isolation cannot be used: " + e.getMessage()
          : "native isolation is not offered for "
              + Platform.current().prefix()
              + "; use AUTO or JVM";
    }
  }

  /**
   * Tries a counter that has been opened in this process, of a {@link NativeCounterSource}.
   *
   * @param source the open counter, not yet read
   * @param reads how often it is read
   * @param orderedReads how often in each of the ordered ways
   * @return what came of it
   */
  public static IsolationResult tryOpened(TickSource source, int reads, int orderedReads) {
    long startNs = System.nanoTime();
    String problem = whyNotHere();
    Answer answer = problem.isEmpty() ? answer(source) : Answer.notTried(problem);
    Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
    return new IsolationResult(answer.result(), answer.reason(), IsolationResult.Way.NATIVE, cost);
  }

  private static Answer answer(TickSource source) {
    OptionalLong entryPoint = source.entryPoint();
    if (entryPoint == null || entryPoint.isEmpty()) {
      return Answer.notTried("it has no entry point to be tried at natively; use AUTO or JVM");
    }
    synchronized (ONE_AT_A_TIME) {
      return answer(tryLeaf(entryPoint.getAsLong(), TimeLimit.seconds()));
    }
  }

  private static Answer answer(int of) {
    if (of == PASSED) {
      return new Answer(Result.PASSED, "");
    }
    if (of < 0) {
      return Answer.notTried(
          "it may crash, and nothing can be made to try it in: system error " + (-1 - of));
    }
    String how =
        of == TOO_LONG
            ? "did not return within " + TimeLimit.seconds() + " s while it was read"
            : "failed while it was read: "
                + (of < FAULTS.length
                    ? IsolationResult.ofSignal(FAULTS[of])
                    : "it ended its process or was killed");
    return new Answer(Result.DIED, how);
  }
}
