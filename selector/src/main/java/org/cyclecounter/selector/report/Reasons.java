// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import java.util.List;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.limits.ProviderText;
import org.cyclecounter.selector.limits.TaskResult;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The sentences that say why a counter was or was not selected; {@link MeasuredReasons} has those
 * that go by a measurement. Nothing reads them back: the numbers in them are in the report, too.
 */
public final class Reasons {

  /** A report could not wait for the counter's probe. */
  public static final String PENDING = "not probed yet";

  /** As is {@link #NOT_INCLUDED}: a setting's doing, so nothing is wrong with the counter. */
  public static final String EXCLUDED = "excluded by the caller";

  public static final String NOT_INCLUDED = "not included by the caller";

  public static final String TOO_FINE =
      "finer than a microsecond, and high-resolution counters are not allowed here";

  public static final String NO_SOURCE =
      "open() returned null; it must return a TickSource or throw CounterUnavailableException";

  public static final String NO_COUNTED =
      "counted() returned null; it must return one of the constants of Counted";

  public static final String NO_INSTRUCTION =
      "instruction() returned null; it must return a name or an empty text";

  /**
   * For a selection that a provider makes in {@code open()}: probing the counter again would never
   * end.
   */
  public static final String BEING_OPENED =
      "skipped: this selection runs while the counter itself is being opened";

  /** A counter that reads {@code CpuCycles} would read itself, without end, once selected. */
  public static final String READS_CPU_CYCLES =
      "its reads call CpuCycles, so it cannot be CpuCycles's own counter";

  /** Added for a counter that failed elsewhere: its promise of {@code mayCrash()} is checked. */
  public static final String NOT_HARMLESS = "; mayCrash() returned false, but it crashed or hung";

  /** The source of a frequency that was not estimated. */
  public static final String FREQUENCY_SET = "set by the caller";

  /** For code that runs during the selection and must not wait for it, such as a provider. */
  public static final String STILL_SELECTING =
      "the monotonic clock is read while the counter is being selected";

  public static final String NO_MEMORY =
      "the monotonic clock is read because the heap was full while the counter was being selected;"
          + " a later reading selects again";

  public static final String SELECTION_FAILED =
      "the monotonic clock is read because selection failed; the log says why";

  /** Of selections within selections, each with a child JVM, there would be no end. */
  public static final String NESTED =
      "it may crash, and a selection nested in another one starts no child process to probe it";

  /** In characters, for reports and JSON; what prints reasons cuts them further. */
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
  public static String of(String call, TaskResult<?> result) {
    TaskResult.Failure failure = result.failure();
    if (failure == TaskResult.Failure.TIMED_OUT) {
      String within = " did not return within " + result.limitSeconds() + " s";
      return subject(call) + within + ChildReasons.ALLOWS_MORE; // a constant: loads no class
    }
    if (failure == TaskResult.Failure.INTERRUPTED) {
      return "the selecting thread was interrupted while probing it";
    }
    if (failure == TaskResult.Failure.NO_THREAD) {
      Throwable e = result.thrown();
      return "no thread could be started to probe it: " + (e == null ? "" : e.getMessage());
    }
    return of(call, result.thrown());
  }

  /**
   * A throwable as a sentence: the message of a {@link CounterUnavailableException}, {@code open()
   * threw ...} of others. {@code call} is empty where it is not known.
   */
  public static String of(String call, @Nullable Throwable e) {
    return of(call, e, false);
  }

  /** Follows the causes of a throwable to the last one. */
  public static Throwable root(Throwable e) {
    return ThrownReasons.innermost(e, false);
  }

  /**
   * As {@link #of(String, Throwable)}. In use, an {@link IllegalStateException} has a reason to
   * carry, too: the calling thread cannot have the counter ({@code TickSource.ticks()}).
   */
  public static String of(String call, @Nullable Throwable e, boolean inUse) {
    boolean saysWhy =
        e instanceof CounterUnavailableException
            || e instanceof CounterLostException
            || inUse && e instanceof IllegalStateException;
    String text;
    try {
      text = e == null ? "it threw nothing" : whyOf(call, e, saysWhy);
    } catch (Throwable again) { // of a third party's getMessage()
      text = subject(call) + " threw " + e.getClass().getName();
    }
    return clean(text);
  }

  /**
   * Takes the message of the two exceptions that exist to carry a reason; for all others the stack
   * trace names what failed.
   */
  private static String whyOf(String call, Throwable e, boolean saysWhy) {
    if (!saysWhy) {
      return ThrownReasons.sentence(call, e);
    }
    String message = e.getMessage();
    if (message != null && !message.isBlank()) {
      return message;
    }
    String type = e.getClass().getSimpleName();
    String remedy = " without a message; it must say why the counter cannot be used";
    return subject(call) + " threw " + type + remedy;
  }

  public static String selectionFailed(TaskResult<?> selection) {
    return "the monotonic clock is read because selection failed: " + of("", selection);
  }

  /** Names a loss after selection; {@code why} is the sentence of its exception. */
  public static String lostInUse(String why) {
    return "lost while it was in use: " + why;
  }

  /** Says why a counter is left out whose readings compare in fewer places than asked for. */
  public static String tooNarrow(Scope scope, Scope minimum) {
    String where = scope == Scope.THREAD ? "within a thread" : "on one core";
    String requested = minimum == Scope.SYSTEM ? "system" : "core";
    return "its readings are comparable " + where + " only; requested: " + requested;
  }

  public static String badProperty(String property, String needed) {
    return "the system property " + property + " is ignored: " + needed;
  }

  /**
   * A system property that nothing reads, for a typing error: {@code names} are those there are,
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
