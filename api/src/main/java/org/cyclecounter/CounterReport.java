package org.cyclecounter;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a selection found out about one counter.
 *
 * @param name the counter's name, such as {@code "amd64-tsc"}
 * @param kind what it counts
 * @param scope between which readings a difference means something
 * @param verdict what became of it
 * @param precision the smallest positive difference between adjacent readings, in cycles after
 *     scaling, plus the kind's penalty; 0 when it was not measured or the counter failed
 * @param scaling cycles for each tick; 0 when the counter failed before that was known
 * @param only32 whether the counter has 32 bits and is extended to 64
 * @param reason one sentence: why it was chosen or is usable, or why it was rejected and what would
 *     mend that; never empty
 * @param cost the time spent on trying and measuring this counter
 * @param measured the numbers behind the verdict; null for a counter that does not work, and for
 *     one that was left out
 */
public record CounterReport(
    String name,
    CounterKind kind,
    Scope scope,
    Verdict verdict,
    long precision,
    double scaling,
    boolean only32,
    String reason,
    Duration cost,
    @Nullable Measured measured) {

  /** What became of a counter in a selection. */
  public enum Verdict {
    /** It is the one in use. */
    SELECTED,
    /** It works, and another one is better. */
    USABLE,
    /** It does not work here, or was excluded. */
    REJECTED
  }

  // Checks that nothing is missing.
  public CounterReport {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(cost, "cost");
  }
}
