// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A counter of CPU cycles. Implementations are thread-safe, and reading one allocates nothing.
 *
 * <p>A reading is a signed 64-bit number of estimated cycles since an unspecified origin. It may be
 * negative and may wrap: compare two readings by subtraction, never by {@code <}. The {@link
 * #scope()} determines which readings may be subtracted.
 *
 * @since 0.1.0
 */
@ProviderType
public interface CycleCounter {

  /**
   * Reads the counter. The read is not ordered with the code around it: a processor that runs
   * instructions out of order may read a few instructions early or late.
   *
   * @return estimated CPU cycles since an unspecified origin
   * @throws IllegalStateException if the counter is opened per thread and cannot be opened for the
   *     calling thread; the message gives the operating system's reason
   */
  long cycles();

  /**
   * Returns the CPU's nominal frequency for converting cycles to time, from the machine's settings
   * and files in libcpucycles's order. Clocks are scaled to it. It is not the rate of an on-core
   * counter, which follows the core's current frequency; {@link Measured#observedHz()} is a
   * counter's observed rate.
   *
   * @return cycles per second (Hz), always positive
   */
  long cyclesPerSecond();

  /**
   * Returns the name of the counter in use: libcpucycles's name if it has the counter.
   *
   * @return a name such as {@code "amd64-tsc"}
   */
  String implementation();

  /**
   * Returns which readings may be subtracted from each other.
   *
   * @return the scope of this counter's readings
   */
  Scope scope();

  /**
   * Reads the counter at the start of a region: all code before the call has finished executing, so
   * none of it is counted. Falls back to {@link #cycles()} if the processor has no ordered read.
   *
   * @return estimated CPU cycles since the same origin as {@link #cycles()}
   * @throws IllegalStateException as {@link #cycles()}
   */
  default long start() {
    return cycles();
  }

  /**
   * Reads the counter at the end of a region: all code before the call has been executed when the
   * counter is read. Falls back to {@link #cycles()} if the processor has no ordered read.
   *
   * @return estimated CPU cycles since the same origin as {@link #cycles()}
   * @throws IllegalStateException as {@link #cycles()}
   */
  default long stop() {
    return cycles();
  }
}
