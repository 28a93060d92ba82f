// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.scoring;

import org.cyclecounter.CounterKind;
import org.cyclecounter.selector.counting.LinkedReads;
import org.cyclecounter.selector.counting.Ratio;
import org.cyclecounter.selector.counting.ScaledClock;
import org.cyclecounter.selector.scoring.Precision.Problem;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.NativeCounterSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * Scales an open counter and measures it, first in C through JNI, if its library is loaded. The
 * thread of a counter that stops returning can be given up then; a call by the foreign-function
 * interface without a change of state cannot.
 *
 * <p>Runs on the probe's thread, after the counter has passed its isolation, if any. The numbers of
 * reads here are bounds for that isolation, which reads at least as often before ({@link
 * #readsInC}, {@link #readsFromJava}): a change of one changes both.
 *
 * @param bits the counter's width, 32 or 64
 * @param cyclesPerTick its scaling; null where it could not be found
 * @param deniedHz the rate that the machine reports and the clock refutes, in Hz; 0 where there is
 *     none
 * @param inC true if it was read by its C function in a loop in C, false for a loop in Java
 * @param precision the smallest positive difference, or why there is none
 * @param events the state of the thread's perf events after that; null where there are none
 * @param borderline the cycles per tick where noise decided whether a multiplier fits; otherwise 0
 */
public record Measurement(
    int bits,
    @Nullable Ratio cyclesPerTick,
    long deniedHz,
    Precision precision,
    boolean inC,
    @Nullable EventState events,
    double borderline) {

  /** Reads that have a loop in Java compiled, where a read costs little. */
  private static final int WARM_UP_READS = 20_000;

  /** The longest time of those reads, in nanoseconds, by the cost of a read in C. */
  private static final double WARM_UP_NS = 8e6;

  /** Reads that cost less, in nanoseconds, are warmed up anew if the compiler was late. */
  private static final double CHEAP_NS = 100;

  /** Warm-ups of a cheap counter: on a busy machine the compiler's thread may be late. */
  private static final int ROUNDS = 5;

  /**
   * Compiled code sees a difference below 4 times C's; the interpreter sees 10 times C's. A guess:
   * Java has no portable question whether a method is compiled.
   */
  private static final int MAX_COMPILED = 4;

  /**
   * Loads the classes of a measurement in C, on the thread that waits for a first reading. A list,
   * not a rehearsal: nothing may be read before the counter is isolated.
   */
  public static void preload() {
    Class<?>[] unused = {Ratio.class, NativeSampler.class, Precision.class, Problem.class};
  }

  /**
   * Returns the most reads of a measurement from Java, the observation of the rate included.
   *
   * @param nanosPerRead the cost of a read, in nanoseconds; a cheap counter is read more often
   */
  public static int readsFromJava(double nanosPerRead) {
    int once = warmUpReads(nanosPerRead) + Precision.ATTEMPTS * Sampler.READS;
    return roundsFromJava(nanosPerRead) * once + ObservedRate.READS + LinkedReads.MAX_READS;
  }

  /** Returns the most reads of a measurement in C, without the search for a multiplier. */
  public static int readsInC(int attempts) {
    return attempts * Sampler.READS + 1;
  }

  private static int roundsFromJava(double nanosPerRead) {
    return nanosPerRead < CHEAP_NS ? ROUNDS : 1;
  }

  private static int warmUpReads(double nanosPerRead) {
    return (int) Math.min(WARM_UP_READS, WARM_UP_NS / Math.max(1, nanosPerRead));
  }

  /**
   * Scales and measures, in C where the counter is a C function.
   *
   * @param bits the counter's answer, which may be wrong
   * @param scaling its answer, which may be null
   * @param source its open source, read on the calling thread
   * @param cyclesPerSecond the CPU's estimated frequency in Hz
   * @param attempts the most runs of 1001 readings, at most {@link Precision#ATTEMPTS}
   */
  public static Measurement of(
      CounterSource counter,
      int bits,
      @Nullable Scaling scaling,
      TickSource source,
      long cyclesPerSecond,
      int attempts) {
    if (bits != 32 && bits != 64) {
      return failed(Problem.BAD_WIDTH, bits, 0);
    }
    if (scaling == null) {
      return failed(Problem.NO_SCALING, bits, 0);
    }
    source.ticks(); // opens the thread's perf events, before anything is timed
    Ratio cyclesPerTick = scaling instanceof Scaling.None ? Ratio.ONE : null;
    long deniedHz = 0;
    double borderline = 0;
    if (scaling instanceof Scaling.TicksPerSecond rate) {
      // Registers and firmware report wrong rates; the rate of an operating-system clock is its
      // API's.
      boolean isReportedByMachine =
          counter instanceof NativeCounterSource && counter.kind() == CounterKind.OFF_CORE;
      if (isReportedByMachine && !TickRate.of(source, bits).agrees(rate.hz())) {
        deniedHz = rate.hz();
      } else {
        cyclesPerTick = Ratio.of(cyclesPerSecond, rate.hz());
      }
    }
    if (cyclesPerTick == null) {
      TickRate search = TickRate.of(source, bits);
      cyclesPerTick = search.multiplier(cyclesPerSecond);
      borderline = search.borderline();
    }
    if (cyclesPerTick == null) {
      return failed(Problem.NO_MULTIPLIER, bits, borderline);
    }
    Sampler sampler = Sampler.of(source);
    boolean inC = sampler instanceof NativeSampler;
    sampler.warmUp();
    Precision precision =
        Precision.measure(sampler, bits, cyclesPerTick, attempts, NativeTicks.hasProbe(source));
    // After the readings: events that shared the PMU only then would pass otherwise.
    EventState events = NativeTicks.eventState(source);
    Precision alone = isShared(events) ? Precision.none(Problem.SHARED) : precision;
    return new Measurement(bits, cyclesPerTick, deniedHz, alone, inC, events, borderline);
  }

  private static Measurement failed(Problem problem, int bits, double borderline) {
    return new Measurement(bits, null, 0, Precision.none(problem), false, null, borderline);
  }

  /** Returns true for events that were off the PMU for a part of the time. */
  public static boolean isShared(@Nullable EventState events) {
    return events != null
        && events.share() < EventState.MIN_SHARE; // false where nothing is known: NaN
  }

  /**
   * Observes whether a counter that claims to be a processor's, or a clock of one, follows time:
   * for third parties' counters, which may count anything, such as their calls. Takes some
   * milliseconds.
   *
   * @return the observed rate in Hz if it does not, 0 if it did not move; NaN if it does
   */
  public double implausibleHz(TickSource source) {
    if (cyclesPerTick == null || events != null) { // events are the kernel's
      return Double.NaN;
    }
    double hz = ObservedRate.observe(source, bits, new ScaledClock.Clock(true));
    double adjacentTicks = precision.cycles() / cyclesPerTick.toDouble();
    return ObservedRate.followsTime(hz, adjacentTicks, precision.nanosPerRead())
        ? Double.NaN
        : Double.isNaN(hz) ? 0 : hz;
  }

  /**
   * Measures as a program reads: in compiled Java code, linked as a selected counter is. Its rate
   * is observed, too; nothing else is measured for a counter that was measured from Java at first.
   * Takes up to {@link #readsFromJava} reads, on the calling thread.
   */
  public JavaMeasurement fromJava(TickSource source) {
    Precision seen = null;
    long typicalCycles = 0;
    String notLinked = "";
    if (inC && precision.cycles() > 0 && cyclesPerTick != null && source instanceof NativeTicks) {
      LinkedReads linked = LinkedReads.of(source, bits);
      notLinked = linked.problem();
      Sampler inJava = JavaSampler.create(linked.source());
      int rounds = roundsFromJava(precision.nanosPerRead());
      long most = MAX_COMPILED * precision.cycles();
      for (int i = 0; i < rounds && (seen == null || seen.cycles() > most); i++) {
        inJava.warmUp(warmUpReads(precision.nanosPerRead()));
        seen =
            Precision.measure(
                inJava, bits, cyclesPerTick, Precision.ATTEMPTS, NativeTicks.hasProbe(source));
        typicalCycles = inJava.typical(bits, cyclesPerTick);
      }
    }
    double observedHz = ObservedRate.observe(source, bits, new ScaledClock.Clock(true));
    EventState after = NativeTicks.eventState(source);
    return new JavaMeasurement(seen, typicalCycles, observedHz, after, notLinked);
  }
}
