// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

/**
 * The state of the perf events by which the calling thread reads a counter. Source:
 * perf_event_open(2), PERF_FORMAT_TOTAL_TIME_ENABLED and PERF_FORMAT_TOTAL_TIME_RUNNING.
 *
 * @param enabledNs how long they have been enabled while the thread ran, in nanoseconds
 * @param runningNs how long of that they were on the PMU; less if they shared it with others
 * @param countsKernel whether cycles in the kernel are counted as well, because the kernel does not
 *     let an event exclude them
 * @since 0.1.0
 */
public record EventState(long enabledNs, long runningNs, boolean countsKernel) {

  /**
   * The least {@link #share()} of events that have the PMU for themselves; with less, a counter is
   * rejected. Such events run all the time, but the kernel may take a moment to switch them on.
   */
  public static final double MIN_SHARE = 0.99;

  /**
   * Returns the fraction of the time for which they were on the PMU.
   *
   * @return from 0 to 1; NaN before the first nanosecond
   */
  public double share() {
    return enabledNs == 0 ? Double.NaN : (double) runningNs / enabledNs;
  }
}
