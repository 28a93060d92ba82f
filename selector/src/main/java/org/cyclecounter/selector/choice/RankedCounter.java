package org.cyclecounter.selector.choice;

import java.util.List;
import java.util.Optional;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterReport;
import org.cyclecounter.selector.limits.Worker;

/**
 * A counter that works, open, with those that follow it should it be taken away.
 *
 * @param chain the counter, then its successors; empty for the last resort
 * @param lastResort what is read when none of these is left
 * @param cyclesPerSecond the CPU's estimated frequency in Hz
 * @param report what the choice says of it
 */
public record RankedCounter(
    List<ProbeResult> chain, LastResort lastResort, long cyclesPerSecond, CounterReport report) {

  /**
   * The counter's name.
   *
   * @return such as {@code "amd64-tsc"}
   */
  public String name() {
    return report.name();
  }

  /**
   * What the counter counts.
   *
   * @return empty for the last resort
   */
  public Optional<Counted> counted() {
    return chain.isEmpty() ? Optional.empty() : Optional.of(chain.get(0).counted());
  }

  /**
   * Puts the counter together, linked in the cheapest way this Java has.
   *
   * @return a new counter each time, of the same open sources
   */
  public Installation install() {
    try (Worker worker = new Worker()) {
      return Installation.of(chain, lastResort, cyclesPerSecond, true, worker);
    }
  }

  /**
   * Whether a later choice came to the same counter: readings of the two can be compared.
   *
   * @param other the later one
   * @return true if provider, scaling and successors are the same
   */
  public boolean isSame(RankedCounter other) {
    if (cyclesPerSecond != other.cyclesPerSecond || chain.size() != other.chain.size()) {
      return false;
    }
    for (int i = 0; i < chain.size(); i++) {
      if (!chain.get(i).isSame(other.chain.get(i))) {
        return false;
      }
    }
    return name().equals(other.name());
  }
}
