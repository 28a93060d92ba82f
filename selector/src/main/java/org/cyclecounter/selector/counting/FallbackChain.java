// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.cyclecounter.CycleCounter;

/**
 * The counters that follow one that may be taken away, and which of them is read now. The last one
 * cannot be taken away. Thread-safe.
 */
public final class FallbackChain {

  /**
   * How far a counter's readings lie above its predecessor's, so that a thread's readings never
   * decrease and a difference across a loss is too large to be taken for a measurement. More than
   * seven years of cycles at 5 GHz.
   */
  private static final long STEP_CYCLES = 1L << 60;

  public record Loss(String name, String reason) {}

  private final String firstName;

  /** Counter i + 1 is at i. An element is replaced by the same counter, linked in another way. */
  private final Shifted[] counters;

  private final List<Loss> losses = new ArrayList<>();
  private final LossNotifier notifier = new LossNotifier();

  /**
   * 0 while the first counter is read. Not volatile: it is read with every reading of the counter,
   * and a thread that sees it late reads the lost counter once more, and comes here.
   */
  private int place;

  /**
   * Takes a reading of the first counter, and at least one counter to follow it, with a reading of
   * each.
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

  /** A counter whose readings begin at another number. */
  private record Shifted(CycleCounter counter, long offset) {}

  int place() {
    return place;
  }

  /** The counter that is read now. */
  CycleCounter now(CycleCounter first) {
    int now = place;
    return now == 0 ? first : counters[now - 1].counter();
  }

  /** Goes on after the counter at this place, whose read has thrown, unless another thread has. */
  synchronized void lose(int lost, IllegalStateException loss) {
    if (place == lost) {
      String name = lost == 0 ? firstName : counters[lost - 1].counter().implementation();
      losses.add(new Loss(name, String.valueOf(loss.getMessage())));
      place = lost + 1;
      notifier.tell(this);
    }
  }

  /** Only once the first counter has been lost. */
  long cycles() {
    while (true) {
      int now = place;
      try {
        Shifted counter = counters[now - 1];
        return counter.counter().cycles() + counter.offset();
      } catch (IllegalStateException e) {
        lose(now, e);
      }
    }
  }

  long start() {
    while (true) {
      int now = place;
      try {
        Shifted counter = counters[now - 1];
        return counter.counter().start() + counter.offset();
      } catch (IllegalStateException e) {
        lose(now, e);
      }
    }
  }

  long stop() {
    while (true) {
      int now = place;
      try {
        Shifted counter = counters[now - 1];
        return counter.counter().stop() + counter.offset();
      } catch (IllegalStateException e) {
        lose(now, e);
      }
    }
  }

  /**
   * Reads a counter of this chain, 0 for the one after the first, in another way from now on: the
   * same counter, whose readings go on where those of the present one are.
   */
  public synchronized void relink(int index, CycleCounter counter) {
    counters[index] = new Shifted(counter, counters[index].offset());
  }

  /** What has been lost up to now, the first one first. */
  public synchronized List<Loss> losses() {
    return List.copyOf(losses);
  }

  /**
   * Gives a listener this chain after each loss, on a thread of its own, until the answer is run.
   */
  public Runnable onLoss(Consumer<FallbackChain> listener) {
    return notifier.listen(listener);
  }
}
