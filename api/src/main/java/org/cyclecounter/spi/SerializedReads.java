// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A {@link CounterSource} that can also be read between serialising instructions, such as CPUID:
 * the processor completes all earlier code, including its effects on memory and flags, before it
 * fetches what follows. This is stricter than an ordered read and much more expensive; in most
 * virtual machines the instruction is emulated.
 *
 * <p>A counter's source implements both interfaces. The selector ignores this one; the module bench
 * asks the selected counter for such reads if that is open as a {@code NativeTicks}.
 *
 * @since 0.1.0
 */
@ConsumerType
public interface SerializedReads {

  /**
   * Opens the counter for such reads: of the source returned, {@link TickSource#startTicks()}
   * serialises and then reads, and {@link TickSource#stopTicks()} reads and then serialises, so
   * that the cost of neither instruction lies between the two readings if the processor allows it.
   * Called only for counters that work with {@link CounterSource#open()}.
   *
   * @return the open counter, with the same ticks as {@link CounterSource#open()}
   * @throws CounterUnavailableException if such reads are not available; the message says why
   */
  TickSource openSerialized() throws CounterUnavailableException;
}
