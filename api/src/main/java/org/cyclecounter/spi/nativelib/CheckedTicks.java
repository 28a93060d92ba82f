package org.cyclecounter.spi.nativelib;

import java.util.OptionalLong;
import org.cyclecounter.spi.TickSource;

/**
 * Guards the reads of a counter that the calling thread may turn out not to have: such a read
 * throws instead of giving a number that means nothing. A record, because the compiler trusts its
 * fields to be constant.
 *
 * @param reads the C reads, which give {@link #UNREADABLE} on failure
 * @param failure the message of the IllegalStateException thrown then
 */
public record CheckedTicks(TickSource reads, String failure) implements TickSource {

  /** What a C read gives when the calling thread cannot have the counter. */
  public static final long UNREADABLE = Long.MIN_VALUE;

  @Override
  public long ticks() {
    return checked(reads.ticks());
  }

  @Override
  public long startTicks() {
    return checked(reads.startTicks());
  }

  @Override
  public long stopTicks() {
    return checked(reads.stopTicks());
  }

  @Override
  public OptionalLong entryPoint() {
    return reads.entryPoint();
  }

  @Override
  public void close() {
    reads.close();
  }

  private long checked(long ticks) {
    if (ticks == UNREADABLE) {
      throw new IllegalStateException(failure);
    }
    return ticks;
  }
}
