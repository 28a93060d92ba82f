package org.cyclecounter.selector.isolation;

import java.time.Duration;

/**
 * How a counter fared where a crash hurts nobody.
 *
 * @param result whether it opened and gave readings
 * @param reason one sentence: what went wrong and what would mend it; of a counter that passed,
 *     what else was seen, often nothing
 * @param way where it was tried, or would have been
 * @param cost the time it took, a fair share where several were tried together
 */
public record Outcome(Result result, String reason, Way way, Duration cost) {

  /** What came of it. */
  public enum Result {
    /** It can be read. */
    PASSED,
    /** It cannot be used: the reason is the counter's. */
    FAILED,
    /** It took down what it was tried in, or never returned. */
    DIED,
    /** It could not be tried this way: the reason is the machine's, or the provider's. */
    NOT_TRIED
  }

  /** Where a counter is tried. */
  public enum Way {
    /** A child, or on Windows a guarded thread, that runs nothing but the counter's function. */
    NATIVE("tried natively"),
    /** A Java process. */
    CHILD_JVM("tried in a child JVM");

    private final String words;

    Way(String words) {
      this.words = words;
    }
  }

  /**
   * Whether it can be read.
   *
   * @return true if it passed
   */
  public boolean passed() {
    return result == Result.PASSED;
  }

  /**
   * Whether it took down what it was tried in, or never returned.
   *
   * @return true if it would have done so to this process
   */
  public boolean died() {
    return result == Result.DIED;
  }

  /**
   * All of it, for people.
   *
   * @return the reason with the way and the cost; of a counter that passed it begins with {@code ";
   *     "}
   */
  public String sentence() {
    // Not String.format: the first one costs a starting JVM 15 ms.
    long tenths = (cost.toNanos() + 50_000) / 100_000;
    String tried = way.words + ", " + tenths / 10 + "." + tenths % 10 + " ms";
    // Not a switch: the first reading would load a class more.
    if (result == Result.PASSED) {
      return "; " + tried + (reason.isEmpty() ? "" : ", " + reason);
    }
    if (result == Result.FAILED) {
      return reason + "; " + tried;
    }
    return result == Result.DIED ? tried + ": it " + reason : reason;
  }

  /** A fatal signal, or Windows's exception of the same meaning, for people. */
  static String ofSignal(String signal) {
    return switch (signal) {
      case "SIGILL", "EXCEPTION_ILLEGAL_INSTRUCTION" ->
          signal + ", an illegal (undefined) instruction";
      case "SIGSEGV", "EXCEPTION_ACCESS_VIOLATION" -> signal + ", an invalid memory access";
      case "SIGBUS" -> "SIGBUS, an invalid memory access";
      case "SIGFPE" -> "SIGFPE, an arithmetic fault";
      default -> signal;
    };
  }
}
