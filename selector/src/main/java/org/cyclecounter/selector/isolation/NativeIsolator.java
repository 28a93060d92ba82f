package org.cyclecounter.selector.isolation;

import java.time.Duration;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;

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

  // In the order of NativeChild's bits.
  private static final String[] BROKEN = {
    " callee-saved registers", " callee-saved floating-point registers", " the stack pointer",
    " the direction flag", " other flags", " the floating-point settings",
    " the x87 control word", " the x87 stack"
  };

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
    return new IsolationResult(answer.result(), answer.reason(), IsolationResult.Way.NATIVE, cost);
  }

  private static Answer answer(TickSource source, int reads, int orderedReads) {
    if (!NativeChild.canRun(source)) {
      return Answer.notTried("it has no entry point to be tried at natively; use AUTO or JVM");
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
      case NO_CHILD ->
          Answer.notTried(
              "it may crash, and nothing can be made to try it in: system error " + detail);
      case OPEN_FAILED ->
          Answer.failed(
              source instanceof NativeTicks natively
                  ? natively.explain(detail)
                  : "it cannot be opened");
      case UNREADABLE -> Answer.failed("its thread could not read it");
      case LOST -> Answer.failed("it was taken away while it was read");
      case TIMED_OUT ->
          died("did not return within " + TimeLimit.seconds() + " s while it was " + doing(result));
      case FAULT -> failed(result, IsolationResult.ofSignal(signal(detail)));
      case CALLING_CONVENTION ->
          failed(result, "it does not keep the calling convention: it changed" + broken(detail));
      case FORBIDDEN_CALL ->
          failed(result, "it made a system call that is not a counter's, number " + detail);
      case ENDED -> failed(result, "it ended its process or was killed");
    };
  }

  private static Answer failed(NativeChild.Result result, String how) {
    return died("failed while it was " + doing(result) + ": " + how);
  }

  private static Answer died(String how) {
    return new Answer(Result.DIED, how);
  }

  private static String doing(NativeChild.Result result) {
    return switch (result.phase()) {
      case STARTING, OPENING -> "opened";
      case CLOSING -> "closed";
      case READING, READING_START, READING_STOP -> "read";
    };
  }

  private static String signal(int number) {
    return switch (number) {
      case 3 -> "SIGQUIT";
      case 4 -> "SIGILL";
      case 5 -> "SIGTRAP";
      case 6 -> "SIGABRT";
      case 7 -> "SIGBUS";
      case 8 -> "SIGFPE";
      case 11 -> "SIGSEGV";
      case 24 -> "SIGXCPU";
      case 25 -> "SIGXFSZ";
      case 31 -> "SIGSYS";
      default -> "signal " + number;
    };
  }

  private static String broken(int bits) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < BROKEN.length; i++) {
      if ((bits >> i & 1) != 0) {
        text.append(text.length() == 0 ? "" : ",").append(BROKEN[i]);
      }
    }
    return text.toString();
  }
}
