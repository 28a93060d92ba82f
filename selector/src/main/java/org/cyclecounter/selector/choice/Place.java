package org.cyclecounter.selector.choice;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.counting.Extended32;
import org.cyclecounter.selector.counting.LosableCounter;
import org.cyclecounter.selector.counting.Pinning;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledCounter;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.scoring.Trial;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * A counter that works, open, with those that follow it should it be taken away.
 *
 * @param chain the counter's trial, then those of its successors; empty for the last resort
 * @param cyclesPerSecond the CPU's estimated frequency in Hz
 * @param report what the choice says of it
 */
public record Place(List<Trial> chain, long cyclesPerSecond, CounterReport report) {

  /** The counter that is always 0. */
  public static final String LAST_RESORT = "default-zero";

  /**
   * The counter's name.
   *
   * @return such as {@code "amd64-tsc"}
   */
  public String name() {
    return report.name();
  }

  /**
   * The counter, to be read from now on: a guard it needs against faults is put in force.
   *
   * @return a new object each time, of the same open sources
   */
  public CycleCounter counter() {
    List<CycleCounter> counters = new ArrayList<>();
    for (Trial trial : chain) {
      if (trial.source() instanceof CheckedTicks ticks) {
        ticks.protect();
      }
      counters.add(counter(trial));
    }
    if (chain.isEmpty() || mayBeLost(chain.get(chain.size() - 1))) {
      counters.add(TickCounter.zero(LAST_RESORT, cyclesPerSecond));
    }
    return counters.size() == 1
        ? Pinning.pin(counters.get(0))
        : LosableCounter.of(counters.get(0), counters.subList(1, counters.size()));
  }

  /**
   * Whether a later choice came to the same counter: readings of the two can be compared.
   *
   * @param other the later one
   * @return true if provider, scaling and successors are the same
   */
  public boolean isSame(Place other) {
    if (cyclesPerSecond != other.cyclesPerSecond || chain.size() != other.chain.size()) {
      return false;
    }
    for (int i = 0; i < chain.size(); i++) {
      Trial one = chain.get(i);
      Trial two = other.chain.get(i);
      Ratio ratio = one.cyclesPerTick();
      if (one.candidate().provider() != two.candidate().provider()
          || !one.candidate().name().equals(two.candidate().name())
          || one.bits() != two.bits()
          || ratio == null
          || !ratio.equals(two.cyclesPerTick())) {
        return false;
      }
    }
    return name().equals(other.name());
  }

  static boolean mayBeLost(Trial trial) {
    return trial.source() instanceof CheckedTicks ticks && ticks.mayBeLost()
        || !trial.candidate().isOurs() && trial.candidate().mayCrash();
  }

  private CycleCounter counter(Trial trial) {
    TickSource source = source(trial);
    TickSource linked = source instanceof NativeTicks natively ? natively.linked() : source;
    return counter(trial, linked, linked.ticks(), cyclesPerSecond);
  }

  static TickSource source(Trial trial) {
    TickSource source = trial.source();
    if (source == null) {
      throw new AssertionError("a usable counter is open: " + trial);
    }
    return source;
  }

  /**
   * A counter of a trial's reads.
   *
   * @param origin where a scaled counter of 64 bits begins, in ticks
   */
  static CycleCounter counter(Trial trial, TickSource reads, long origin, long hz) {
    Candidate candidate = trial.candidate();
    Ratio cyclesPerTick = trial.cyclesPerTick();
    if (cyclesPerTick == null) {
      throw new AssertionError("a usable counter is scaled: " + trial);
    }
    TickSource source = reads;
    long originTicks = origin;
    if (trial.bits() == 32) {
      long ticksPerSecond =
          Ratio.of(cyclesPerTick.denominator(), cyclesPerTick.numerator()).times(hz);
      source = new Extended32(reads, System::nanoTime, Math.max(1, ticksPerSecond));
      originTicks = source.ticks();
    }
    return cyclesPerTick.isOne()
        ? new TickCounter(source, candidate.name(), candidate.scope(), hz)
        : new ScaledCounter(
            source, originTicks, cyclesPerTick, candidate.name(), candidate.scope(), hz);
  }
}
