// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.support.Log;
import org.cyclecounter.selector.support.SelectionThread;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.jspecify.annotations.Nullable;

/**
 * The counter of {@link org.cyclecounter.selector.CpuCycles}. Each read asks the selection for the
 * counter until that is {@linkplain #settle settled}; then the selected counter is read, through
 * JNI at first, and linked in the cheapest way this Java has once it has been read often enough to
 * pay for the linking (cold start 14), which is done on a separate thread.
 *
 * <p>All state is static, because there is one such counter: the compiler sees a flag and a
 * constant, wherever the object is kept.
 */
public final class LazilyLinkedCounter implements ForwardingCounter {

  /**
   * Reads through JNI before linking, which pays off only if reads are frequent. 1000 reads through
   * JNI cost 8 µs, linking 30 to 100 ms of another thread.
   */
  private static final int READS = 1000;

  /**
   * True once {@link Linked} may be used. Not volatile, so that it costs the read nothing: a thread
   * that sees it late reads the same counter in the slower way. It is set after {@link Linked} has
   * been initialised, whose own lock publishes the counter.
   */
  private static boolean linked;

  /** Private: a program may hold the monitor of this class while it reads. */
  private static final Object BEGINNING = new Object();

  /**
   * Increased without a lock: reads at the same time may count as one, and a number from before
   * {@link #settle} may replace its zero.
   */
  private static int reads;

  /** Returns the counter to read until one is settled; set before there is a counter to read. */
  @SuppressWarnings("NullAway") // by of()
  private static Supplier<CycleCounter> before;

  /** The settled counter, later linked; null until then. */
  private static @Nullable CycleCounter current;

  /** Links the counter; null if there is nothing to link, or linking has begun. */
  private static @Nullable Callable<CycleCounter> linking;

  /**
   * Initialised when the final counter is known, which is a constant for the compiler then. Check
   * {@link #linked} before each use: an earlier use would keep the JNI reads for ever.
   */
  private static final class Linked {
    static final CycleCounter COUNTER = Objects.requireNonNull(current);
  }

  private LazilyLinkedCounter() {}

  /**
   * Creates the only one; called once, by a static initialiser, which publishes it.
   *
   * @param selection asked for the counter to read, at each read until {@link #settle}; must not
   *     throw
   */
  public static LazilyLinkedCounter of(Supplier<CycleCounter> selection) {
    before = selection;
    return new LazilyLinkedCounter();
  }

  /**
   * Sets the counter that is read from now on; called once.
   *
   * @param later gives the same counter linked in a cheaper way, its readings going on where the
   *     selected one's are; null where there is no cheaper way
   */
  public static void settle(CycleCounter selected, @Nullable Callable<CycleCounter> later) {
    current = selected;
    reads = 0;
    linking = later;
    if (later == null) {
      linked = Linked.COUNTER != null;
    }
  }

  @Override
  public long cycles() {
    return linked ? Linked.COUNTER.cycles() : counted().cycles();
  }

  @Override
  public long start() {
    return linked ? Linked.COUNTER.start() : counted().start();
  }

  @Override
  public long stop() {
    return linked ? Linked.COUNTER.stop() : counted().stop();
  }

  /** Returns the counter to read, and begins to link at about the thousandth time. */
  private CycleCounter counted() {
    if (++reads >= READS && linking != null) {
      begin();
    }
    return wrapped();
  }

  @Override
  public CycleCounter wrapped() {
    CycleCounter settled = current;
    return settled != null ? settled : before.get();
  }

  private static void begin() {
    Callable<CycleCounter> task;
    synchronized (BEGINNING) { // one thread links
      task = linking;
      linking = null;
    }
    if (task == null) {
      return;
    }
    try {
      // Here, not on the thread: the class loader may be closed soon. A class literal loads a
      // class and does not initialise it.
      Class<?>[] unused = {LinkedReads.class, Linked.class};
      NativeTicks.preloadLinking();
      Thread thread = new SelectionThread("cyclecounter-linking", new Linker(task), false);
      thread.setContextClassLoader(null); // a web application's must not be kept
      thread.start();
    } catch (Throwable e) { // no memory, thread, stack or class loader: JNI will do
      return;
    }
  }

  /** Links the counter, on a thread of its own. Not a lambda: cold start 1. */
  private record Linker(Callable<CycleCounter> task) implements Runnable {
    @Override
    public void run() {
      try {
        current = task.call();
        linked = Linked.COUNTER != null;
      } catch (Throwable e) { // of third-party reads: JNI will do
        try {
          Log.debug("the selected counter cannot be linked; using JNI", e);
        } catch (Error again) {
          return; // the class loader is closed, so that Log cannot be loaded, or the heap is full
        }
      }
    }
  }
}
