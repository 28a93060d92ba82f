package org.cyclecounter.selector.isolation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.Outcome.Result;
import org.cyclecounter.selector.limits.Limited;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
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
public final class NativeIsolator implements Isolator {

  /** As many as a choice makes in this process. */
  private static final int READS = 3000;

  private static final int ORDERED_READS = 300;

  // In the order of NativeChild's bits.
  private static final String[] BROKEN = {
    " callee-saved registers", " callee-saved floating-point registers", " the stack pointer",
    " the direction flag", " other flags", " the floating-point settings",
    " the x87 control word", " the x87 stack"
  };

  private final Isolator openingFirst = new ChildJvmIsolator(Protocol.Depth.OPEN);

  /** With the time limit of {@link Limited#seconds()} for each counter. */
  public NativeIsolator() {}

  /**
   * Whether this platform has it.
   *
   * @return true on Linux and Windows, for the processors whose library is packaged
   */
  public static boolean isOffered() {
    return SelectorLibrary.LIBRARY.isPackaged();
  }

  @Override
  public List<Outcome> tryAll(List<Candidate> candidates) {
    List<Candidate> strangers =
        candidates.stream().filter(c -> !(c.source() instanceof NativeCounterSource)).toList();
    List<Outcome> opened = strangers.isEmpty() ? List.of() : openingFirst.tryAll(strangers);
    List<Outcome> outcomes = new ArrayList<>();
    for (Candidate candidate : candidates) {
      int stranger = strangers.indexOf(candidate);
      // What a child JVM cannot make is an object of the program's own, and is opened here.
      boolean mayBeOpened =
          stranger < 0
              || opened.get(stranger).passed()
              || opened.get(stranger).result() == Result.NOT_TRIED;
      outcomes.add(mayBeOpened ? tryOne(candidate) : opened.get(stranger));
    }
    return outcomes;
  }

  /** Tries a counter that can be opened in this process. */
  Outcome tryOne(Candidate candidate) {
    long startNs = System.nanoTime();
    Answer answer =
        candidate.source() instanceof NativeCounterSource
            ? ofPackaged(candidate)
            : Limited.run(2 * Limited.seconds(), () -> answer(candidate), Answer::failed);
    Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
    return new Outcome(answer.result(), answer.reason(), Outcome.Way.NATIVE, cost);
  }

  private record Answer(Result result, String reason) {
    static Answer failed(String reason) {
      return new Answer(Result.FAILED, reason);
    }

    static Answer notTried(String reason) {
      return new Answer(Result.NOT_TRIED, reason);
    }
  }

  private static Answer ofPackaged(Candidate candidate) {
    try {
      return answer(candidate);
    } catch (CounterUnavailableException | RuntimeException | Error e) {
      return Answer.failed(Limited.reason(e));
    }
  }

  private static Answer answer(Candidate candidate) throws CounterUnavailableException {
    String problem = whyNotHere();
    if (!problem.isEmpty()) {
      return Answer.notTried(problem);
    }
    try (TickSource source = candidate.source().open()) {
      return source == null ? Answer.failed("open() gave null") : answer(source);
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
   * @return what came of it
   */
  public static Outcome tryOpened(TickSource source) {
    long startNs = System.nanoTime();
    String problem = whyNotHere();
    Answer answer = problem.isEmpty() ? answer(source) : Answer.notTried(problem);
    Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
    return new Outcome(answer.result(), answer.reason(), Outcome.Way.NATIVE, cost);
  }

  private static Answer answer(TickSource source) {
    if (!NativeChild.canRun(source)) {
      return Answer.notTried("it has no entry point to be tried at natively; use AUTO or JVM");
    }
    NativeChild.Result result = NativeChild.run(source, READS, ORDERED_READS, Limited.seconds());
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
          died("did not return within " + Limited.seconds() + " s while it was " + doing(result));
      case FAULT -> failed(result, Outcome.ofSignal(signal(detail)));
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
