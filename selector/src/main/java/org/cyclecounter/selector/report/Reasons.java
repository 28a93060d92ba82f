package org.cyclecounter.selector.report;

import java.util.ServiceConfigurationError;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The sentences that say why a counter was or was not chosen; {@link MeasuredReasons} has those
 * that go by a measurement. Nothing reads them back: the numbers in them are in the report, too.
 */
public final class Reasons {

  /** Excluded by name. */
  public static final String EXCLUDED = "excluded by the caller";

  /** Not included by name. */
  public static final String NOT_INCLUDED = "not among the counters the caller asked for";

  /** Finer than the caller allows. */
  public static final String TOO_FINE =
      "high-resolution counters are not wanted here: only clocks in fixed units of time are";

  /** {@code open()} gave null. */
  public static final String NO_SOURCE = "open() gave null";

  /** The choice made for this counter's own sake leaves it out. */
  public static final String BEING_OPENED =
      "left out: this selection is made while the counter itself is being opened";

  /** A counter made of CpuCycles cannot be CpuCycles's own. */
  public static final String READS_CPU_CYCLES =
      "its reads use CpuCycles, whose counter it therefore cannot be";

  /** What a counter that passed its trial elsewhere did wrong with its description. */
  public static final String NOT_HARMLESS = "; its mayCrash() is false, which is wrong";

  /** Where a frequency comes from that was not estimated. */
  public static final String FREQUENCY_SET = "set by the caller";

  /** What is read while the counter is being chosen. */
  public static final String STILL_CHOOSING =
      "the monotonic clock is read while the counter is being chosen";

  /** What is read where the choice itself failed. */
  public static final String CHOICE_FAILED =
      "the monotonic clock is read because the choice of a counter failed; the log says why";

  /** A selection inside another starts no process. */
  public static final String NESTED =
      "it may crash, and a selection that is made during another one starts no process to try it"
          + " in";

  private static final int MAX_REASON = 1000;
  private static final int MAX_CAUSES = 10;

  private Reasons() {}

  /**
   * Why a task gave no value.
   *
   * @param result a failed task's
   * @return one sentence
   */
  public static String of(TaskResult<?> result) {
    TaskResult.Failure failure = result.failure();
    if (failure == TaskResult.Failure.TIMED_OUT) {
      return "it did not return within " + result.limitSeconds() + " s";
    }
    if (failure == TaskResult.Failure.INTERRUPTED) {
      return "the thread that selects was interrupted while it was tried";
    }
    if (failure == TaskResult.Failure.NO_THREAD) {
      Throwable e = result.thrown();
      return "there is no thread to try it in: " + (e == null ? "" : e.getMessage());
    }
    return of(result.thrown());
  }

  /**
   * A throwable as a sentence.
   *
   * @param e what a provider threw
   * @return the message of a {@link CounterUnavailableException}; {@code it threw ...} of others
   */
  public static String of(@Nullable Throwable e) {
    String text;
    try {
      boolean saysWhy =
          e instanceof CounterUnavailableException || e instanceof CounterLostException;
      text = saysWhy && e.getMessage() != null ? e.getMessage() : "it threw " + unwrapped(e);
    } catch (RuntimeException | Error again) { // of a third party's getMessage()
      text = "it threw " + (e == null ? "nothing" : e.getClass().getName());
    }
    String clean = ProviderText.clean(text);
    return clean.length() <= MAX_REASON ? clean : clean.substring(0, MAX_REASON) + "...";
  }

  /** What a provider threw, without what the service loader or the JVM puts around it. */
  private static @Nullable Throwable unwrapped(@Nullable Throwable thrown) {
    Throwable e = thrown;
    for (int i = 0; i < MAX_CAUSES; i++) {
      boolean wraps =
          e instanceof ServiceConfigurationError || e instanceof ExceptionInInitializerError;
      if (!wraps || e.getCause() == null) {
        break;
      }
      e = e.getCause();
    }
    return e;
  }

  /**
   * Why a clock is read instead of a counter.
   *
   * @param choice a failed choice's
   * @return one sentence
   */
  public static String choiceFailed(TaskResult<?> choice) {
    return "the monotonic clock is read because the choice of a counter failed: " + of(choice);
  }

  /**
   * Why a counter is no longer read.
   *
   * @param why what has happened
   * @return one sentence
   */
  public static String lostInUse(String why) {
    return "lost while it was in use: " + why;
  }

  /**
   * Why a counter is left out that compares in fewer places than asked for.
   *
   * @param scope the counter's
   * @param minimum what was asked for
   * @return one sentence
   */
  public static String tooNarrow(Scope scope, Scope minimum) {
    return "its readings compare "
        + (scope == Scope.THREAD ? "within a thread" : "on one core")
        + " only; asked for: "
        + (minimum == Scope.SYSTEM ? "system" : "core");
  }

  /**
   * Why the last resort was taken.
   *
   * @param anyTried whether there was a counter to try
   * @param inContainer whether a container was asked for providers
   * @return one sentence
   */
  public static String lastResort(boolean anyTried, boolean inContainer) {
    if (anyTried) {
      return "always 0: no other counter works here";
    }
    return "always 0: there is no counter "
        + (inContainer
            ? "in the container; install provider bundles and start them"
            : "on the path; put provider JARs beside the selector (OSGi: start its bundle)");
  }
}
