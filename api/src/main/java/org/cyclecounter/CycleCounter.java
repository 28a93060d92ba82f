package org.cyclecounter;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A counter of CPU cycles. Implementations are thread-safe, and reading one allocates nothing.
 *
 * <p>A reading is a signed 64-bit number of estimated cycles since an unspecified origin. It may be
 * negative and may wrap: compare two readings by subtraction, never by {@code <}. What the
 * difference of two readings means depends on the {@link #scope()}.
 */
@ProviderType
public interface CycleCounter {

  /**
   * Reads the counter. The read is not ordered with the code around it: a processor that runs
   * instructions out of order may read a few instructions early or late.
   *
   * @return estimated CPU cycles since an unspecified origin
   * @throws IllegalStateException if the calling thread cannot have a counter of its own, and the
   *     counter is one that is opened for each thread; the message gives the operating system's
   *     reason
   */
  long cycles();

  /**
   * The nominal frequency of the CPU, for turning cycles into time: what the machine's settings and
   * files say, in libcpucycles's order. Clocks are scaled to it. It is not the rate of an on-core
   * counter, which counts the core's own cycles: while the core runs faster or slower than the
   * nominal frequency, so does the counter. {@link Measured#observedHz()} is the rate that a
   * counter was seen to have.
   *
   * @return cycles per second (Hz), always positive
   */
  long cyclesPerSecond();

  /**
   * The name of the counter in use, as libcpucycles names it where it knows the counter.
   *
   * @return a name such as {@code "amd64-tsc"}
   */
  String implementation();

  /**
   * Between which readings a difference means something.
   *
   * @return the scope of this counter's readings
   */
  Scope scope();

  /**
   * Reads the counter at the start of a region: nothing that comes before the call in the program
   * is still being executed when the counter is read, so none of it is counted. Falls back to
   * {@link #cycles()} where the processor has no ordered read.
   *
   * @return estimated CPU cycles since the same origin as {@link #cycles()}
   * @throws IllegalStateException as {@link #cycles()}
   */
  default long start() {
    return cycles();
  }

  /**
   * Reads the counter at the end of a region: everything that comes before the call in the program
   * has been executed when the counter is read. Falls back to {@link #cycles()} where the processor
   * has no ordered read.
   *
   * @return estimated CPU cycles since the same origin as {@link #cycles()}
   * @throws IllegalStateException as {@link #cycles()}
   */
  default long stop() {
    return cycles();
  }
}
