// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.Objects;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.scoring.JavaMeasurement;
import org.cyclecounter.selector.scoring.Measurement;
import org.cyclecounter.selector.scoring.Precision;
import org.cyclecounter.selector.scoring.Precision.Problem;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.EventState;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the {@link Rejection}, which has the sentence, for a step that gave no value, a counter
 * that was measured and does not work, and a scope; and makes a sentence of what a call threw.
 */
public final class Failures {

  private Failures() {}

  /** Names the method that was called; its counter where it is not known. */
  static String subject(String call) {
    return call.isEmpty() ? "it" : call;
  }

  /**
   * Says why a task gave no value.
   *
   * @param call the provider's method that was called last, such as {@code "open()"}; empty where
   *     that is not known
   * @param result without a value
   */
  public static Rejection failed(String call, TaskResult<?> result) {
    TaskResult.Failure failure = result.failure();
    Throwable e = result.thrown();
    if (failure == TaskResult.Failure.TIMED_OUT) {
      long seconds = (result.limitMs() + 999) / 1000; // rounded up
      return Rejection.of(Code.NOT_RETURNED, subject(call), "" + seconds);
    }
    if (failure == TaskResult.Failure.INTERRUPTED) {
      return Rejection.of(Code.INTERRUPTED);
    }
    if (failure == TaskResult.Failure.NO_THREAD) {
      return Rejection.of(Code.NO_THREAD, e == null ? "" : "" + e.getMessage());
    }
    boolean isUnavailable = e instanceof CounterUnavailableException;
    return Rejection.of(isUnavailable ? Code.SAID : Code.THREW, of(call, e));
  }

  /**
   * A throwable as a sentence: the message of a {@link CounterUnavailableException}, {@code open()
   * threw ...} of others. {@code call} is empty where it is not known.
   */
  public static String of(String call, @Nullable Throwable e) {
    return of(call, e, false);
  }

  /**
   * As {@link #of(String, Throwable)}. In use, an {@link IllegalStateException} has a reason to
   * carry, too: the calling thread cannot read the counter ({@code TickSource.ticks()}).
   */
  public static String of(String call, @Nullable Throwable e, boolean inUse) {
    String threw = subject(call) + " threw ";
    if (e == null) {
      return threw + "nothing";
    }
    String text;
    try {
      if (e instanceof CounterUnavailableException
          || e instanceof CounterLostException
          || inUse && e instanceof IllegalStateException) {
        String message = e.getMessage();
        String remedy = " without a message; it must say why the counter cannot be used";
        text =
            message != null && !message.isBlank()
                ? message
                : threw + e.getClass().getSimpleName() + remedy;
      } else {
        text = ThrownReasons.sentence(call, e);
      }
    } catch (Throwable again) { // of a third party's getMessage()
      text = threw + e.getClass().getName();
    }
    return ProviderText.shorten(text, Reports.MAX_REASON);
  }

  /** Quotes a throwable of {@code ServiceLoader}, which names the service file itself. */
  public static Rejection notLoaded(Throwable thrown) {
    String remedy = ThrownReasons.isOutOfFiles() ? "" : "; fix its JAR";
    return Rejection.of(Code.NONE_LOADED, of("", thrown), remedy);
  }

  /**
   * Says why a counter that opens cannot be used.
   *
   * @param failed a measurement whose precision is missing or has a problem
   * @param cyclesPerSecond the CPU's estimated frequency in Hz; a wrong one fits no multiplier
   * @param isOurs false for a third party's counter, whose author can correct {@code ticks()}
   */
  public static Rejection of(Measurement failed, long cyclesPerSecond, boolean isOurs) {
    Precision precision = failed.precision();
    Problem problem = precision.problem();
    if (problem == Problem.BAD_WIDTH) {
      return Rejection.of(Code.BAD_WIDTH, "" + failed.bits());
    }
    if (problem == Problem.NO_SCALING) {
      return Rejection.of(Code.NO_SCALING);
    }
    if (problem == Problem.NO_MULTIPLIER) {
      return Rejection.of(
          Code.NO_MULTIPLIER,
          "" + cyclesPerSecond,
          UsableReasons.borderline(failed.borderline(), "accept it"));
    }
    if (precision.obstacle() != null) {
      return hindered(precision, failed.events());
    }
    boolean backwards = problem == Problem.RUNS_BACKWARDS;
    return Rejection.of(
        backwards ? Code.RUNS_BACKWARDS : Code.STANDS_STILL,
        "" + precision.attempts(),
        isOurs ? "" : "; ticks() must " + (backwards ? "never decrease" : "increase"));
  }

  /** Says why a counter that works in C cannot be used by a program; null where it can. */
  public static @Nullable Rejection of(JavaMeasurement seen) {
    return seen.obstacle() == null ? null : hindered(seen.precision(), seen.events());
  }

  /**
   * Says what keeps a counter of perf events from working. A bare-metal PMU cannot show that it
   * stands still at times: a pinned event is on it whenever its thread runs.
   */
  private static Rejection hindered(@Nullable Precision precision, @Nullable EventState events) {
    if (events != null && Measurement.isShared(events)) {
      long percent = (long) (100 * events.share()); // cut off, not rounded: never 100
      return Rejection.of(Code.SHARED, "" + percent);
    }
    return Rejection.of(Code.STILL_AT_TIMES, "" + Objects.requireNonNull(precision).equal());
  }

  /**
   * Says that a third party's counter does not follow time.
   *
   * @param kind as it declares itself
   * @param hz the observed rate
   */
  public static Rejection implausible(CounterKind kind, double hz) {
    String what = kind == CounterKind.ON_CORE ? "processor" : "processor's clock";
    return Rejection.of(Code.IMPLAUSIBLE, "" + Math.round(hz), what);
  }

  /**
   * Says why a counter is left out whose readings compare in fewer places than asked for.
   *
   * @param narrowing why its scope is narrower than declared; empty if it is not
   */
  public static Rejection tooNarrow(Scope scope, Scope minimum, String narrowing) {
    String where = scope == Scope.THREAD ? "within a thread" : "on one core";
    String requested = minimum == Scope.SYSTEM ? "system" : "core";
    String remark = narrowing.isEmpty() ? "" : "; " + narrowing;
    return Rejection.of(Code.TOO_NARROW, where, requested, remark);
  }

  /** Says that a read costs more nanoseconds than allowed: rounded up, so never the same number. */
  public static Rejection tooSlow(double nanosPerRead, double maximum) {
    String limit = maximum == Math.rint(maximum) ? "" + (long) maximum : "" + maximum;
    return Rejection.of(Code.TOO_SLOW, "" + (long) Math.ceil(nanosPerRead), limit);
  }

  /** Warns of what made a step fail; {@code name} is the counter in use. */
  public static String outOfMemory(OutOfMemoryError e, String name) {
    boolean isFull = isFullHeap(e);
    String what = isFull ? "the heap was full" : "no thread could be started";
    String remedy = isFull ? "restart with more memory" : ThrownReasons.NO_THREADS;
    return what + " while counters were probed; " + name + " is read; " + remedy;
  }

  /** Returns false for the error that HotSpot throws where the system gives it no thread. */
  public static boolean isFullHeap(OutOfMemoryError e) {
    String message = e.getMessage();
    return message == null || !message.startsWith("unable to create ");
  }
}
