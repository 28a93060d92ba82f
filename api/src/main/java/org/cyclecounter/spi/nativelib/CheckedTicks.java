// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi.nativelib;

import java.util.OptionalLong;
import org.cyclecounter.Obstacle;
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
 * @param failure the message of the IllegalStateException thrown for {@link #UNREADABLE}
 * @param loss thrown for {@link #LOST}; null for a counter that cannot be lost
 * @param guard makes a read that would fault return LOST instead of ending the process: it replaces
 *     a signal's handler (fault_guard.h), and does nothing when it is run again
 * @param perThread state of the calling thread's own counter, if each thread opens its own; null
 *     otherwise
 */
public record CheckedTicks(
    TickSource reads,
    String failure,
    @Nullable CounterLostException loss,
    Runnable guard,
    @Nullable PerThread perThread)
    implements NativeTicks {

  /** A counter that each thread opens for itself with its first read. Thread-safe. */
  public interface PerThread {

    /** Notices that a read returned {@link #FIRST}: the calling thread has opened the counter. */
    void opened();

    /**
     * Explains why the calling thread's last read returned {@link #UNREADABLE} or {@link #LOST}.
     * Must not load a class: the thread may be in a place where none can be loaded.
     *
     * @param lost whether it returned LOST
     * @return the exception to throw; a {@link CounterLostException} if lost is true
     */
    IllegalStateException failure(boolean lost);

    /**
     * Returns the state of the perf events by which the calling thread reads.
     *
     * @return null if it has none
     */
    @Nullable EventState eventState();
  }

  /** Returned by a C read if the calling thread cannot have the counter. */
  public static final long UNREADABLE = Long.MIN_VALUE;

  /** Returned by a C read if the counter was withdrawn while it was in use. */
  public static final long LOST = Long.MIN_VALUE + 1;

  /**
   * Returned by a C read of a counter with a {@link #perThread()} that has just opened the counter
   * for the calling thread; the read is repeated.
   */
  public static final long FIRST = Long.MIN_VALUE + 2;

  /** Not the monitor of this class, which a program may hold while a counter is selected. */
  private static final Object GUARDING = new Object();

  /**
   * Guards a counter that all threads share.
   *
   * @param reads the C reads
   * @param failure the message of the IllegalStateException
   * @param loss thrown once the counter is withdrawn; null for a counter that cannot be
   * @param guard as the record's
   */
  public CheckedTicks(
      TickSource reads, String failure, @Nullable CounterLostException loss, Runnable guard) {
    this(reads, failure, loss, guard, null);
  }

  /**
   * Guards a counter that cannot be withdrawn.
   *
   * @param reads the C reads
   * @param failure the message of the IllegalStateException
   */
  public CheckedTicks(TickSource reads, String failure) {
    this(reads, failure, null, () -> {});
  }

  /**
   * Guards a counter that every thread has until it is withdrawn.
   *
   * @param reads the C reads
   * @param loss the event that withdraws it, and the remedy
   * @param guard as the record's
   * @return the guarded reads
   */
  public static CheckedTicks losable(TickSource reads, String loss, Runnable guard) {
    return new CheckedTicks(reads, loss, new CounterLostException(loss), guard);
  }

  /**
   * Returns whether the counter may be withdrawn.
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
    synchronized (GUARDING) { // some C sides rely on it
      guard.run();
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
  public @Nullable Obstacle obstacle(int result) {
    return reads instanceof NativeTicks natively ? natively.obstacle(result) : null;
  }

  @Override
  public @Nullable EventState eventState() {
    if (perThread != null) {
      return perThread.eventState();
    }
    return NativeTicks.eventState(reads);
  }

  @Override
  public TickSource linked() {
    TickSource linked = reads instanceof NativeTicks natively ? natively.linked() : reads;
    return linked == reads ? this : new CheckedTicks(linked, failure, loss, guard, perThread);
  }

  @Override
  public String whyNotLinked() {
    return reads instanceof NativeTicks natively ? natively.whyNotLinked() : "";
  }

  @Override
  public void close() {
    reads.close();
  }

  private long rare(long ticks, Function read) {
    if (perThread == null) {
      if (ticks == FIRST) {
        return ticks; // a number like any other
      }
      throw ticks == LOST && loss != null ? loss : new IllegalStateException(failure);
    }
    if (ticks != FIRST) {
      throw perThread.failure(ticks == LOST && loss != null);
    }
    perThread.opened();
    if (read == Function.TICKS) {
      return ticks();
    }
    return read == Function.START_TICKS ? startTicks() : stopTicks();
  }
}
