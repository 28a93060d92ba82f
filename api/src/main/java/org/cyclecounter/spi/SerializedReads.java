package org.cyclecounter.spi;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A {@link CounterSource} that can also be read between serialising instructions, such as CPUID:
 * the processor finishes all that comes before, its effects on memory and flags included, before it
 * fetches what comes after. That is stricter than an ordered read needs to be, and costs much more;
 * in most virtual machines the instruction is emulated.
 *
 * <p>A counter's source implements both interfaces. The selector knows nothing of this one: who
 * wants such reads looks for the counter that was chosen, by its name.
 */
@ConsumerType
public interface SerializedReads {

  /**
   * Opens the counter for such reads: of the source returned, {@link TickSource#startTicks()}
   * serialises and then reads, and {@link TickSource#stopTicks()} reads and then serialises, so
   * that neither instruction's cost is between the two readings where the processor can do without.
   * Called for counters alone that have been found to work by {@link CounterSource#open()}.
   *
   * @return the open counter, with the ticks of {@link CounterSource#open()}'s
   * @throws CounterUnavailableException if there are no such reads here; the message says why
   */
  TickSource openSerialized() throws CounterUnavailableException;
}
