package org.cyclecounter.selector.scoring;

import org.cyclecounter.selector.counting.Ratio;

/**
 * The precision of a counter by libcpucycles's rule: 1001 adjacent readings that never decrease and
 * of which the last is not the first, in up to 10 attempts; the precision is the smallest positive
 * difference, of all attempts that succeed in a few milliseconds.
 *
 * @param cycles the smallest positive difference in cycles, without a penalty; 0 if every attempt
 *     failed
 * @param problem why the last attempt failed; empty if one succeeded
 */
public record Precision(long cycles, String problem) {

  private static final int ATTEMPTS = 10;

  /**
   * The attempts left after one has succeeded are used too, for this long: the smallest of all
   * tells two names of one instruction apart less often by chance.
   */
  private static final long REPEAT_NS = 5_000_000;

  /**
   * How long the sampling loop in Java runs before it counts. The JVM compiles it in the background
   * after a few hundred calls; until then the interpreter's own time would be taken for the
   * counter's.
   */
  private static final long WARM_UP_NS = 8_000_000;

  /**
   * Measures.
   *
   * @param sampler takes the counter's readings
   * @param bits its width, 32 or 64
   * @param cyclesPerTick the scaling
   * @return the precision
   */
  static Precision measure(Sampler sampler, int bits, Ratio cyclesPerTick) {
    return measure(sampler, bits, cyclesPerTick, WARM_UP_NS);
  }

  /**
   * Measures a second time, without a warm-up. libcpucycles is content with one attempt in which
   * the counter never decreases; by now it has had that, and twice is not an accident.
   *
   * @param sampler that of the first time
   * @param bits its width, 32 or 64
   * @param cyclesPerTick the scaling
   * @param mayDecrease whether it may, as a core's counter does when its thread migrates
   * @return the smaller of this precision and a new one; this one if every new attempt fails; none
   *     if the counter has decreased in two attempts
   */
  Precision again(Sampler sampler, int bits, Ratio cyclesPerTick, boolean mayDecrease) {
    Measured more = attempts(sampler, bits, cyclesPerTick);
    if (more.decreases() >= 2 && !mayDecrease) {
      return new Precision(
          0, "it runs backwards now and then: in " + more.decreases() + " runs of 1000 reads");
    }
    long smallest = more.precision().cycles();
    return smallest > 0 && smallest < cycles ? more.precision() : this;
  }

  private record Measured(Precision precision, int decreases) {}

  static Precision measure(Sampler sampler, int bits, Ratio cyclesPerTick, long warmUpNs) {
    sampler.warmUp(warmUpNs);
    return attempts(sampler, bits, cyclesPerTick).precision();
  }

  private static Measured attempts(Sampler sampler, int bits, Ratio cyclesPerTick) {
    int decreases = 0;
    String problem = "";
    long best = 0;
    long endNs = System.nanoTime() + REPEAT_NS;
    for (int attempt = 0;
        attempt < ATTEMPTS && (best == 0 || System.nanoTime() < endNs);
        attempt++) {
      long smallest = sampler.smallest(bits, cyclesPerTick);
      if (smallest > 0 && (best == 0 || smallest < best)) {
        best = smallest;
      }
      decreases += smallest < 0 ? 1 : 0;
      problem = smallest < 0 ? "it runs backwards" : "it stands still";
    }
    Precision precision =
        best > 0
            ? new Precision(best, "")
            : new Precision(0, problem + " in each of " + ATTEMPTS + " runs of 1000 reads");
    return new Measured(precision, decreases);
  }
}
