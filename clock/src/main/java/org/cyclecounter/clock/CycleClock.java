// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import org.cyclecounter.Counted;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/**
 * Converts readings of a cycle counter to time, with a bound.
 *
 * <pre>{@code
 * try (CycleClock clock = CycleClock.of(CpuCycles.counter())) {
 *   long stamp = CpuCycles.cycles();
 *   // up to an hour later
 *   System.out.println(clock.toNanos(stamp) + " +- " + clock.errorBoundNanos(stamp));
 * }
 * }</pre>
 *
 * <p>A daemon thread, one for all clocks whose counters return, compares the counter with {@link
 * System#nanoTime} five times a second. The conversion is linear between two such calibrations and
 * continuous; every reading has one time, whichever thread converts it and whenever. Conversions
 * take no lock and allocate nothing. Thread-safe.
 *
 * <p><b>Trouble</b>: a suspended or restored machine, a counter that jumps, stands still or is
 * lost, a clock whose rate is changed by more than 0.2 millionths, as by {@code adjtime}. The next
 * calibration notices, and a few milliseconds later the clock begins anew. Readings since the last
 * good calibration have no bound: once the trouble is noticed, {@link #errorBoundNanos} returns
 * {@link Long#MAX_VALUE} for them; until then its result is too small. Later readings are converted
 * rightly, forwards or backwards of the ones before by what the trouble took; only {@link #nanos}
 * never goes back. If the counter was set back, a reading that it shows again within an hour keeps
 * its older time, without a bound; a new clock gives it the newer one.
 *
 * @since 0.1.0
 */
public final class CycleClock implements AutoCloseable {

  private static final String NANO_TIME = "default-monotonic";

  private final PairCalibration calibration;

  /** The reason that a clock stands in for a counter; empty if none does. */
  private final String clockReason;

  /** The latest value of {@link #nanos} in each thread: of this clock, so it is not static. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<long[]> latest = new ThreadLocal<>();

  CycleClock(PairCalibration calibration, String clockReason) {
    this.calibration = calibration;
    this.clockReason = clockReason;
  }

  private static CycleClock of(CycleCounter counter, String clockReason) {
    if (counter.scope() != Scope.SYSTEM) {
      throw new IllegalArgumentException(whyNarrow(counter));
    }
    TimeSource time = TimeSource.SYSTEM;
    PairCalibration calibration =
        new PairCalibration(PairReader.of(counter, time.nanoTime()), time);
    Daemon.calibrate(calibration);
    return new CycleClock(calibration, clockReason);
  }

  /**
   * Creates a clock for the readings of a counter. Takes about 30 ms.
   *
   * @param counter of scope {@link Scope#SYSTEM}; one that counts scaled time is allowed, but is no
   *     better than {@link System#nanoTime}
   * @return a clock, to be closed
   * @throws IllegalArgumentException if its readings cannot be time: its scope is narrower, or its
   *     rate is not constant
   */
  public static CycleClock of(CycleCounter counter) {
    return of(counter, "");
  }

  private static String whyNarrow(CycleCounter counter) {
    String why =
        counter.scope() == Scope.THREAD
            ? "THREAD, so each thread has its own count"
            : "CORE, so cores may differ, as with a time-stamp counter that the kernel has given"
                + " up";
    return counter.implementation() + " cannot be a clock: its scope is " + why;
  }

  /**
   * Creates a clock for {@link #nanos}: of the best counter of scope {@link Scope#SYSTEM} that is
   * not itself a clock, by a selection of its own with the operators' settings; of {@link
   * System#nanoTime} if there is none. To convert readings of your own, use {@link #of} with the
   * counter that they come from.
   *
   * @return a clock, to be closed
   */
  public static CycleClock best() {
    Selected selected = builder().systemSettings().minimumScope(Scope.SYSTEM).build().select();
    String reason =
        selected.counter().implementation()
            + ", the best counter of scope SYSTEM, is no better than System.nanoTime";
    if (selected.counted() != Counted.TIME) {
      try {
        return of(selected.counter());
      } catch (IllegalArgumentException e) {
        reason = String.valueOf(e.getMessage());
      }
    }
    return of(builder().include(NANO_TIME).build().select().counter(), reason);
  }

  private static CycleCounterSelector.Builder builder() {
    return CycleCounterSelector.builder().quiet();
  }

  /**
   * Returns the name of the counter.
   *
   * @return the name, as {@link CycleCounter#implementation()}; {@code "default-monotonic"}, which
   *     is {@link System#nanoTime}, if there is a {@link #reason()}
   */
  public String counter() {
    return reason().isEmpty() ? calibration.counter().implementation() : NANO_TIME;
  }

  /**
   * Returns why {@link System#nanoTime} stands in for a counter: there was none for {@link #best},
   * or the counter was lost, and its successor has a narrower scope. Readings of that successor
   * cannot be converted; {@link #nanos} goes on.
   *
   * @return one sentence, without a full stop; empty if it does not
   */
  public String reason() {
    CycleCounter counter = calibration.counter();
    return counter.scope() == Scope.SYSTEM ? clockReason : whyNarrow(counter);
  }

  /**
   * Returns the time. Reads {@link System#nanoTime} while the counter cannot be trusted, and if no
   * calibration came for 0.4 s, or the clock is closed.
   *
   * @return nanoseconds, with the origin of {@link System#nanoTime}; never less than before in the
   *     same thread
   */
  public long nanos() {
    Segment segment = calibration.segment();
    boolean isTrusted = segment.estimate().isBounded();
    long cycles = isTrusted ? calibration.counter().cycles() : 0;
    long nanos;
    if (isTrusted && segment.holds(cycles)) {
      nanos = segment.at(cycles);
    } else {
      Daemon.relieve();
      nanos = calibration.time().nanoTime().getAsLong();
    }
    long[] last = latest.get();
    if (last == null) {
      latest.set(new long[] {nanos});
    } else if (nanos - last[0] < 0) {
      nanos = last[0];
    } else {
      last[0] = nanos;
    }
    return nanos;
  }

  /**
   * Converts a reading.
   *
   * @param cycles a reading of the counter, at most an hour old; the time of an older one, or of
   *     one in the future, is extrapolated
   * @return nanoseconds, with the origin of {@link System#nanoTime}
   */
  public long toNanos(long cycles) {
    return calibration.segment().of(cycles, calibration.counter()).at(cycles);
  }

  /**
   * Converts a reading to the time of day.
   *
   * @param cycles as for {@link #toNanos}
   * @return nanoseconds since 1970, by the wall clock as it is now, or was at the last calibration;
   *     a clock that was set since the reading counts as if it had always been right
   */
  public long toEpochNanos(long cycles) {
    return toNanos(cycles) + calibration.segment().wallNs();
  }

  /**
   * Bounds the error of a conversion. Half the time of a calibration's reads, plus what the
   * conversion was off at it, plus the uncertainty of the rate since: it grows until the next
   * calibration, and without end for a closed clock.
   *
   * @param cycles as for {@link #toNanos}
   * @return nanoseconds: {@link #toNanos} of the reading is not further than this from what {@link
   *     System#nanoTime} was at the reading, if the counter and the clock both ran on undisturbed
   *     until the next calibration; {@link Long#MAX_VALUE} if they are known not to have
   */
  public long errorBoundNanos(long cycles) {
    Segment segment = calibration.segment();
    if (!segment.holds(cycles)) {
      Daemon.relieve();
    }
    return segment.errorBoundNanos(cycles, calibration.counter());
  }

  /**
   * Counts the troubles.
   *
   * @return how often the clock began anew; if it is the same before a measurement and half a
   *     second after it, the bounds in between held, or were broken by less than three reads take
   */
  public long recalibrations() {
    return calibration.segment().recalibrations();
  }

  /**
   * Ends calibration. Conversions go on, and their bound grows; the last of all clocks that is
   * closed ends the thread, a second later.
   */
  @Override
  public void close() {
    calibration.close();
  }
}
