// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.SelectionThread;

/**
 * Counters that may be taken away, in the order of their use, and the index of the present one. The
 * last one cannot be taken away. Thread-safe.
 */
public final class FallbackChain {

  // The reads, and their names for the sentence about a loss.
  static final int TICKS = 0;
  static final int START_TICKS = 1;
  static final int STOP_TICKS = 2;
  private static final String[] CALLS = {"ticks()", "startTicks()", "stopTicks()"};

  /**
   * The distance between a counter's readings and its predecessor's, so that a thread's readings
   * never decrease and a difference across a loss is too large to be taken for a measurement. More
   * than seven years of cycles at 5 GHz.
   */
  private static final long STEP_CYCLES = 1L << 60;

  /**
   * The first five losses are a step apart; all later ones share another step. Readings are
   * compared by subtraction, so a chain of any length must stay below 2<sup>63</sup>, the gaps of
   * its last counter (event_gaps.h, nearly a step) included.
   */
  private static final int FULL_STEPS = 5;

  /**
   * A counter that was taken away.
   *
   * @param name its name
   * @param call the read that threw, such as {@code "ticks()"}
   * @param thrown its exception, whose message is third-party code
   */
  public record Loss(String name, String call, Throwable thrown) {}

  /** Private, because a program can reach this chain, and might hold its monitor. */
  private final Object lock = new Object();

  /** An element is replaced by the same counter, linked in another way. */
  private final Shifted[] counters;

  /** The exception that lost counter i, at i; here, because a full heap has no room for more. */
  private final Throwable[] thrown;

  /** The read that threw it. */
  private final int[] calls;

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /**
   * The number of the counter that is read: 0 for the first. Not volatile: it is read with every
   * reading of the counter. A thread that sees it late reads the lost counter once more, and calls
   * {@link #lose}.
   */
  private int index;

  /**
   * Prepares a chain.
   *
   * @param order the counters, at least two
   * @param readings a reading of each, in cycles, taken at about the same time
   */
  public FallbackChain(List<CycleCounter> order, long[] readings) {
    counters = new Shifted[order.size()];
    int losses = counters.length - 1;
    thrown = new Throwable[losses];
    calls = new int[losses];
    counters[0] = new Shifted(order.get(0), 0);
    long origin = readings[0];
    for (int i = 1; i <= losses; i++) {
      origin += i <= FULL_STEPS ? STEP_CYCLES : STEP_CYCLES / (losses - FULL_STEPS);
      counters[i] = new Shifted(order.get(i), origin - readings[i]);
    }
    Class<?> unused = StackOverflowError.class; // resolved here: a full heap has no room for that
  }

  /**
   * A counter whose readings begin at another number.
   *
   * @param offset added to each reading, in cycles
   */
  private record Shifted(CycleCounter counter, long offset) {}

  int index() {
    return index;
  }

  /** Returns the counter that is read at present; {@code first} before any loss. */
  CycleCounter current(CycleCounter first) {
    int current = index;
    return current == 0 ? first : counters[current].counter();
  }

  /**
   * Moves on to the next counter after an exception of a read, unless another thread has. Allocates
   * nothing and runs no third-party code unless there are listeners: reads must not allocate, so an
   * {@link OutOfMemoryError} is a loss like any other, in a heap that may be full.
   *
   * <p>A {@link StackOverflowError} is no loss, but goes to the program, as from any of its calls.
   *
   * @param lost the index of the counter whose read has thrown
   * @param call the read
   */
  private void lose(int lost, int call, Throwable e) {
    if (e instanceof StackOverflowError full) {
      throw full;
    }
    synchronized (lock) {
      if (index == lost) {
        thrown[lost] = e;
        calls[lost] = call;
        index = lost + 1;
        notifyElsewhere();
      }
    }
  }

  /** Reads after an exception of the first counter's read. */
  long readNext(int call, Throwable e) {
    lose(0, call, e);
    return read(call);
  }

  /**
   * Reads after a loss of the first counter. The loop ends: each loss moves the index on, and the
   * last counter is never lost. The index is read once a turn: it may change in between.
   *
   * @param call one of the three reads; a constant, so that the compiler makes a direct call
   */
  long read(int call) {
    while (true) {
      int current = index;
      Shifted next = counters[current];
      try {
        CycleCounter counter = next.counter();
        return next.offset()
            + switch (call) {
              case TICKS -> counter.cycles();
              case START_TICKS -> counter.start();
              default -> counter.stop();
            };
      } catch (Throwable e) {
        lose(current, call, e);
      }
    }
  }

  /**
   * Replaces a counter of this chain by the same counter linked in another way; the readings go on
   * from the present one's.
   */
  public void relink(int number, CycleCounter counter) {
    synchronized (lock) {
      counters[number] = new Shifted(counter, counters[number].offset());
    }
  }

  /** Lists the losses so far, the first one first. */
  public List<Loss> losses() {
    List<Loss> losses = new ArrayList<>();
    synchronized (lock) {
      for (int i = 0; i < index; i++) {
        String name = counters[i].counter().implementation();
        losses.add(new Loss(name, CALLS[calls[i]], thrown[i]));
      }
    }
    return losses;
  }

  /**
   * Calls the listener on a new thread after each loss; run the returned Runnable to unregister.
   */
  public Runnable onLoss(Runnable listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /**
   * Calls listeners on a thread that ends with the last call: this one is in the middle of a
   * reading, and a thread that waited for losses would keep the listeners, and their class loader,
   * from the garbage collector. A failure must not reach the reading.
   */
  private void notifyElsewhere() {
    if (listeners.isEmpty()) {
      return;
    }
    try {
      Thread thread = new SelectionThread("cyclecounter-loss", this::callListeners, false);
      thread.setContextClassLoader(null); // of a program that may be unloaded
      thread.start();
    } catch (RuntimeException | Error e) { // no memory, no thread, a security manager
      try {
        Log.warn("losses cannot be reported", e);
      } catch (OutOfMemoryError | LinkageError full) {
        return;
      }
    }
  }

  private void callListeners() {
    for (Runnable listener : listeners) {
      try {
        listener.run();
      } catch (Throwable e) { // of the program's code
        Log.warn("a listener of losses failed", e);
      }
    }
  }
}
