// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeCounterSource.Function;
import org.jspecify.annotations.Nullable;

/**
 * Guards the reads of a counter that may be unavailable to the calling thread, or may be lost in
 * use: such a read throws instead of returning a meaningless number. A record, because the compiler
 * trusts its fields to be constant.
 *
 * @param reads the C reads, which return {@link #UNREADABLE} or {@link #LOST} on failure
 * @param failure the message of the IllegalStateException thrown for {@link #UNREADABLE}, unless
 *     each thread has its own reason, as of a {@link PerfEventSource}
 * @param loss thrown for {@link #LOST}; null for a counter that cannot be lost
 * @since 0.1.0
 */
public record CheckedTicks(NativeTicks reads, String failure, @Nullable CounterLostException loss)
    implements NativeTicks {

  /** Returned by a C read if the calling thread cannot have the counter. */
  public static final long UNREADABLE = Long.MIN_VALUE;

  /** Returned by a C read if the counter was withdrawn while it was in use. */
  public static final long LOST = Long.MIN_VALUE + 1;

  /**
   * Returned by a C read of a {@link PerfEventSource} that has just opened the counter for the
   * calling thread; the read is repeated.
   */
  public static final long FIRST = Long.MIN_VALUE + 2;

  /** Not the monitor of this class, which a program may hold while a counter is selected. */
  private static final Object GUARDING = new Object();

  /**
   * Guards a counter that cannot be withdrawn.
   *
   * @param reads the C reads
   * @param failure the message of the IllegalStateException
   */
  public CheckedTicks(NativeTicks reads, String failure) {
    this(reads, failure, null);
  }

  /**
   * Guards a counter that every thread has until it is withdrawn.
   *
   * @param reads the C reads
   * @param loss the event that withdraws it, and the remedy
   * @return the guarded reads
   */
  public static CheckedTicks losable(NativeTicks reads, String loss) {
    return new CheckedTicks(reads, loss, new CounterLostException(loss));
  }

  /**
   * Puts the counter's {@linkplain NativeCounterSource#guard guard} in force, and keeps it so until
   * the process ends. Called before the counter is first read in this process; it may be called
   * again, which costs no more than a lock.
   */
  public void protect() {
    synchronized (GUARDING) { // some C sides rely on it
      counter().guard();
    }
  }

  @Override
  public long ticks() {
    long ticks = reads.ticks();
    return ticks > FIRST ? ticks : rare(ticks, Function.TICKS);
  }

  @Override
  public long startTicks() {
    long ticks = reads.startTicks();
    return ticks > FIRST ? ticks : rare(ticks, Function.START_TICKS);
  }

  @Override
  public long stopTicks() {
    long ticks = reads.stopTicks();
    return ticks > FIRST ? ticks : rare(ticks, Function.STOP_TICKS);
  }

  @Override
  public NativeCounterSource counter() {
    return reads.counter();
  }

  @Override
  public TickSource linked() {
    return reads.linked() instanceof NativeTicks linked && linked != reads
        ? new CheckedTicks(linked, failure, loss)
        : this;
  }

  @Override
  public void close() {
    reads.close();
  }

  private long rare(long ticks, Function read) {
    if (!(counter() instanceof PerfEventSource events)) {
      if (ticks == FIRST) {
        return ticks; // a number like any other
      }
      throw ticks == LOST && loss != null ? loss : new IllegalStateException(failure);
    }
    if (ticks != FIRST) {
      throw events.failure(ticks == LOST);
    }
    events.noticeOpened();
    if (read == Function.TICKS) {
      return ticks();
    }
    return read == Function.START_TICKS ? startTicks() : stopTicks();
  }
}
