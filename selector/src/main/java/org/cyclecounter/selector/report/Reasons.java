// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.time.Duration;
import java.util.List;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.support.ProviderText;
import org.cyclecounter.selector.support.TaskResult;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The rejections and sentences that say why a counter was or was not selected; {@link
 * MeasuredReasons} has those that depend on a measurement. Nothing reads sentences back: the
 * numbers in them are in the report, too.
 */
public final class Reasons {

  /** Of the counter in use, in a report that could not wait for the others' probes. */
  public static final String PENDING = "in use; the other counters were not probed in time";

  /** Added for a counter that failed elsewhere: its promise of {@code mayCrash()} is checked. */
  public static final String NOT_HARMLESS = "; mayCrash() returned false, but it crashed or hung";

  /** For code that runs during the selection and must not wait for it, such as a provider. */
  public static final String STILL_SELECTING =
      "the monotonic clock is read while the counter is being selected";

  public static final String SELECTION_FAILED =
      "the monotonic clock is read because selection failed; the log says why";

  /** In characters, for reports and JSON; output for people cuts it further. */
  private static final int MAX_REASON = 20_000;

  private Reasons() {}

  /**
   * Cleans and bounds a text that enters a report: whatever its parts are, none of them breaks a
   * line, turns it round or fills the heap. The one place for all of them is {@link Reports}.
   */
  static String clean(String text) {
    return ProviderText.shorten(text, MAX_REASON);
  }

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
      return Rejection.of(Code.NOT_RETURNED, subject(call), "" + result.limitSeconds());
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
    boolean saysWhy =
        e instanceof CounterUnavailableException
            || e instanceof CounterLostException
            || inUse && e instanceof IllegalStateException;
    String text;
    try {
      text =
          e == null
              ? "it threw nothing"
              : saysWhy ? message(call, e) : ThrownReasons.sentence(call, e);
    } catch (Throwable again) { // of a third party's getMessage()
      text = subject(call) + " threw " + e.getClass().getName();
    }
    return clean(text);
  }

  /** Takes the message of an exception that exists to carry a reason. */
  private static String message(String call, Throwable e) {
    String message = e.getMessage();
    String type = e.getClass().getSimpleName();
    String remedy = " without a message; it must say why the counter cannot be used";
    return message != null && !message.isBlank()
        ? message
        : subject(call) + " threw " + type + remedy;
  }

  /** Warns of a heap without room, which made a step fail; {@code name} is the counter in use. */
  public static String fullHeap(String name) {
    String remedy = " is read; restart with more memory";
    return "the heap was full while counters were probed; " + name + remedy;
  }

  public static String selectionFailed(TaskResult<?> selection) {
    String why = failed("", selection).sentence();
    return "the monotonic clock is read because selection failed: " + why;
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

  /**
   * Says where a counter was probed, and for how long.
   *
   * @param natively false for a child JVM
   * @param prints true if its provider writes to the standard output or error: a remark
   */
  public static String probed(boolean natively, Duration cost, boolean prints) {
    long tenths = (cost.toNanos() + 50_000) / 100_000;
    String way = natively ? "probed natively, " : "probed in a child JVM, ";
    return way + tenths / 10 + "." + tenths % 10 + " ms" + (prints ? ", it prints" : "");
  }

  public static String badProperty(String property, String needed) {
    return "the system property " + property + " is ignored: " + needed;
  }

  /**
   * Names an unknown system property, most often a typing error; {@code names} are the known ones,
   * without the prefix.
   */
  public static String unknownProperty(String property, String prefix, List<String> names) {
    String unknown = "unknown system property " + ProviderText.shorten(property);
    return unknown + "; known properties: " + prefix + String.join(", " + prefix, names);
  }

  /**
   * Names a counter of a setting that does not exist.
   *
   * @param where the setting, such as {@code "include"}
   * @param known the names that can be used, in the order of the report
   */
  public static String unknownName(String where, String name, List<String> known) {
    String available = known.isEmpty() ? "no counters are available" : "available counters: ";
    String unknown = "unknown counter '" + ProviderText.shorten(name) + "' in " + where + ": ";
    return unknown + available + String.join(", ", known);
  }
}
