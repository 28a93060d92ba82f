package org.cyclecounter.spi.nativelib;

import java.util.OptionalLong;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/**
 * Guards the reads of a counter that the calling thread may turn out not to have, or that may be
 * taken away while it is in use: such a read throws instead of giving a number that means nothing.
 * A record, because the compiler trusts its fields to be constant.
 *
 * @param reads the C reads, which give {@link #UNREADABLE} or {@link #LOST} on failure
 * @param failure the message of the IllegalStateException thrown for {@link #UNREADABLE}
 * @param loss what is thrown for {@link #LOST}; null for a counter that is not taken away
 * @param guard puts the guard in force that makes a read LOST which would end the process; it
 *     replaces a signal's handler (fault_guard.h), and does nothing when it is run again
 */
public record CheckedTicks(
    TickSource reads, String failure, @Nullable CounterLostException loss, Runnable guard)
    implements NativeTicks {

  /** What a C read gives when the calling thread cannot have the counter. */
  public static final long UNREADABLE = Long.MIN_VALUE;

  /** What a C read gives when the counter has been taken away while it was in use. */
  public static final long LOST = Long.MIN_VALUE + 1;

  /**
   * A counter that is not taken away.
   *
   * @param reads the C reads
   * @param failure the message of the IllegalStateException
   */
  public CheckedTicks(TickSource reads, String failure) {
    this(reads, failure, null, () -> {});
  }

  /**
   * A counter that every thread has until it is taken away.
   *
   * @param reads the C reads
   * @param loss what has happened then, and what would mend it
   * @param guard as the record's
   * @return the guarded reads
   */
  public static CheckedTicks losable(TickSource reads, String loss, Runnable guard) {
    return new CheckedTicks(reads, loss, new CounterLostException(loss), guard);
  }

  /**
   * Whether it may be taken away.
   *
   * @return true if a read may throw {@link CounterLostException}
   */
  public boolean mayBeLost() {
    return loss != null;
  }

  /**
   * Puts the guard in force, and keeps it so until the process ends. Called before the counter is
   * first read in this process; it may be called again, which costs no more than a lock.
   */
  public void protect() {
    synchronized (CheckedTicks.class) { // some C sides rely on it
      guard.run();
    }
  }

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
  public long address() {
    return reads instanceof NativeTicks natively ? natively.address() : 0;
  }

  @Override
  public long startAddress() {
    return reads instanceof NativeTicks natively ? natively.startAddress() : 0;
  }

  @Override
  public long stopAddress() {
    return reads instanceof NativeTicks natively ? natively.stopAddress() : 0;
  }

  @Override
  public long probe() {
    return reads instanceof NativeTicks natively ? natively.probe() : 0;
  }

  @Override
  public String explain(int result) {
    return reads instanceof NativeTicks natively
        ? natively.explain(result)
        : NativeTicks.super.explain(result);
  }

  @Override
  public @Nullable EventState eventState() {
    return reads instanceof NativeTicks natively ? natively.eventState() : null;
  }

  @Override
  public TickSource linked() {
    return reads instanceof NativeTicks natively
        ? new CheckedTicks(natively.linked(), failure, loss, guard)
        : this;
  }

  @Override
  public void close() {
    reads.close();
  }

  private long checked(long ticks) {
    if (ticks <= LOST) {
      throw ticks == LOST && loss != null ? loss : new IllegalStateException(failure);
    }
    return ticks;
  }
}
