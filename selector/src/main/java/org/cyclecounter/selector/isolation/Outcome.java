package org.cyclecounter.selector.isolation;

import java.time.Duration;

/**
 * How a counter fared where a crash hurts nobody.
 *
 * @param passed whether it opened and gave readings
 * @param reason one sentence: what was run, or what went wrong and what would mend it
 * @param cost the time it took, a fair share where several were tried together
 */
public record Outcome(boolean passed, String reason, Duration cost) {

  /** How the reasons begin of counters that took their process down. */
  static final String DIED = "tried in another process, it ";

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
