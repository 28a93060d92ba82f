// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.measuring;

import org.cyclecounter.bench.timer.RateMeaning;
import org.jspecify.annotations.Nullable;

/**
 * Cycles for each second of what these cycles are counted in.
 *
 * <p>Time in user mode is known to 10 ms: Linux gives it in ticks of USER_HZ, 100 a second
 * (proc(5), utime). Most kernels also only sample which mode a thread is in, at each tick of the
 * timer. So the more of a run the kernel has taken, the less is known of the rest: three standard
 * deviations of the number of ticks that hit the kernel are allowed for, as if it ticked a hundred
 * times a second too.
 *
 * @param hertz cycles per second
 * @param uncertainty the share by which it may be wrong
 */
record Rate(double hertz, double uncertainty) {

  /** The rate of a shorter run is too uncertain. */
  private static final double MIN_SECONDS = 1e-3;

  private static final double TICK_SECONDS = 0.01;
  private static final double DEVIATIONS = 3;

  /** An uncertainty beyond which a rate says nothing. */
  private static final double MAX_UNCERTAINTY = 0.5;

  /** The rate of a run; null where it has none, or none that says anything. */
  static @Nullable Rate of(WatchedRun watched, RateMeaning meaning) {
    Run run = watched.run();
    if (!run.timeValid() || !run.cyclesValid() || run.cycles() <= 0) {
      return null;
    }
    ThreadTimes times = watched.times();
    return switch (meaning) {
      case USER_TIME -> ofUserTime(run.cycles(), times);
      case CPU_TIME -> times.cpuNs() < 0 ? null : of(run.cycles(), times.cpuNs() * 1e-9, 0);
      case UNKNOWN -> of(run.cycles(), run.seconds(), 0);
      case WAITING, NOTHING -> null;
    };
  }

  private static @Nullable Rate ofUserTime(double cycles, ThreadTimes times) {
    if (times.userNs() <= 0 || times.cpuNs() < 0) {
      return null;
    }
    double userSeconds = times.userNs() * 1e-9;
    double kernelSeconds = Math.max(0, times.cpuNs() * 1e-9 - userSeconds);
    double sampled = DEVIATIONS * Math.sqrt(kernelSeconds * TICK_SECONDS);
    return of(cycles, userSeconds, (TICK_SECONDS + sampled) / userSeconds);
  }

  private static @Nullable Rate of(double cycles, double seconds, double uncertainty) {
    return seconds < MIN_SECONDS || uncertainty > MAX_UNCERTAINTY
        ? null
        : new Rate(cycles / seconds, uncertainty);
  }

  /** Returns the relative change since an earlier rate; 0 if both may be wrong by as much. */
  double changeSince(Rate earlier) {
    double change = hertz / earlier.hertz - 1;
    double uncertain = uncertainty + earlier.uncertainty;
    return Math.signum(change) * Math.max(0, Math.abs(change) - uncertain);
  }
}
