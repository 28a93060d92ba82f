// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.limits.Log;

/**
 * The counters that follow one that may be taken away, and the one that is read at present. The
 * last one cannot be taken away. Thread-safe.
 */
public final class FallbackChain {

  /**
   * The distance between a counter's readings and its predecessor's, so that a thread's readings
   * never decrease and a difference across a loss is too large to be taken for a measurement. More
   * than seven years of cycles at 5 GHz.
   */
  private static final long STEP_CYCLES = 1L << 60;

  /**
   * A counter that was taken away.
   *
   * @param name its name
   * @param reason the message of the exception that its read threw
   */
  public record Loss(String name, String reason) {}

  private final String firstName;

  /** Counter i + 1 is at i. An element is replaced by the same counter, linked in another way. */
  private final Shifted[] counters;

  private final List<Loss> losses = new ArrayList<>();
  private final List<Consumer<FallbackChain>> listeners = new ArrayList<>();

  /**
   * The number of the counter that is read: 0 for the first. Not volatile: it is read with every
   * reading of the counter, and a thread that sees it late reads the lost counter once more, and
   * comes here.
   */
  private int index;

  /**
   * Prepares a chain.
   *
   * @param firstName the name of the counter before the chain
   * @param originCycles a reading of that counter
   * @param next the counters that follow it, at least one
   * @param readings a reading of each of these, in cycles, taken at about the same time
   */
  public FallbackChain(
      String firstName, long originCycles, List<CycleCounter> next, long[] readings) {
    this.firstName = firstName;
    counters = new Shifted[next.size()];
    for (int i = 0; i < counters.length; i++) {
      long offset = originCycles + (i + 1) * STEP_CYCLES - readings[i];
      counters[i] = new Shifted(next.get(i), offset);
    }
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

  /** Returns the counter that is read at present. */
  CycleCounter current(CycleCounter first) {
    int current = index;
    return current == 0 ? first : counters[current - 1].counter();
  }

  /**
   * Goes on after a counter whose read has thrown, unless another thread has.
   *
   * @param lost the index of the counter whose read has thrown
   */
  synchronized void lose(int lost, IllegalStateException loss) {
    if (index == lost) {
      String name = lost == 0 ? firstName : counters[lost - 1].counter().implementation();
      losses.add(new Loss(name, String.valueOf(loss.getMessage())));
      index = lost + 1;
      if (!listeners.isEmpty()) {
        notifyElsewhere(List.copyOf(listeners));
      }
    }
  }

  /**
   * Reads, once the first counter has been lost. The loop ends: each loss moves the index on, and
   * the last counter is never lost. The index is read once a turn: it may change in between.
   */
  long cycles() {
    while (true) {
      int current = index;
      try {
        Shifted counter = counters[current - 1];
        return counter.counter().cycles() + counter.offset();
      } catch (IllegalStateException e) {
        lose(current, e);
      }
    }
  }

  long start() {
    while (true) {
      int current = index;
      try {
        Shifted counter = counters[current - 1];
        return counter.counter().start() + counter.offset();
      } catch (IllegalStateException e) {
        lose(current, e);
      }
    }
  }

  long stop() {
    while (true) {
      int current = index;
      try {
        Shifted counter = counters[current - 1];
        return counter.counter().stop() + counter.offset();
      } catch (IllegalStateException e) {
        lose(current, e);
      }
    }
  }

  /**
   * Replaces a counter of this chain, 0 for the one after the first, by the same counter linked in
   * another way, whose readings go on where those of the present one are.
   */
  public synchronized void relink(int next, CycleCounter counter) {
    counters[next] = new Shifted(counter, counters[next].offset());
  }

  /** Lists the losses so far, the first one first. */
  public synchronized List<Loss> losses() {
    return List.copyOf(losses);
  }

  /**
   * Calls the listener with this chain on a new thread after each loss; run the returned Runnable
   * to unregister.
   */
  public synchronized Runnable onLoss(Consumer<FallbackChain> listener) {
    listeners.add(listener);
    return () -> forget(listener);
  }

  private synchronized void forget(Consumer<FallbackChain> listener) {
    listeners.remove(listener);
  }

  /**
   * Calls listeners on a thread that ends with the last call: this one is in the middle of a
   * reading, and a thread that waited for losses would keep the listeners, and their class loader,
   * from the garbage collector.
   */
  private void notifyElsewhere(List<Consumer<FallbackChain>> present) {
    // Without this thread's inherited thread locals: a program that is unloaded may have set them.
    Thread thread = new Thread(null, () -> notify(present), "cyclecounter-loss", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      Log.warn("no thread to report losses on", e);
    }
  }

  private void notify(List<Consumer<FallbackChain>> present) {
    for (Consumer<FallbackChain> listener : present) {
      try {
        listener.accept(this);
      } catch (RuntimeException | Error e) {
        Log.warn("a listener of losses failed", e);
      }
    }
  }
}
