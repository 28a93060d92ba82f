// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a selection for one counter.
 *
 * @param name the counter's name, such as {@code "amd64-tsc"}
 * @param kind what it counts
 * @param scope between which readings a difference means something
 * @param verdict whether it was selected, is usable or was rejected
 * @param precision the smallest positive difference between adjacent readings, in cycles after
 *     scaling, plus the kind's penalty; 0 if it was not measured or the counter failed
 * @param scaling cycles per tick; 0 if the counter failed before this was known
 * @param only32 true for a 32-bit counter, which is extended to 64 bits
 * @param reason one sentence: why it was selected or is usable, or why it was rejected and the
 *     remedy; never empty
 * @param cost the time spent probing and measuring this counter
 * @param measured the numbers behind the verdict; null for a counter that does not work or was
 *     excluded
 * @since 0.1.0
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

  /** The outcome of a selection for one counter. */
  public enum Verdict {
    /** The counter in use. */
    SELECTED,
    /** The counter works, but another one is better. */
    USABLE,
    /** The counter does not work here, or was excluded. */
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
