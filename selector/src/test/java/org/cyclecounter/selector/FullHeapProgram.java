// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.List;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.counting.FailoverCounter;
import org.cyclecounter.selector.counting.FallbackChain;
import org.cyclecounter.selector.counting.TickCounter;
import org.cyclecounter.spi.TickSource;
import org.jspecify.annotations.Nullable;

/** Fills its heap, counts, and frees the heap again. */
final class FullHeapProgram {

  private static final int LARGEST = 1 << 20;

  private static @Nullable Object room;
  private static Object @Nullable [] full;
  private static @Nullable RuntimeException thrown;

  private FullHeapProgram() {}

  /**
   * Prints the name of the counter in the end.
   *
   * @param arguments the KB that are left when the heap is full; {@code loss} for none, with a
   *     counter that is lost then
   */
  public static void main(String[] arguments) {
    System.out.println(
        arguments[0].equals("loss") ? lost() : selected(Integer.parseInt(arguments[0])));
  }

  /** Reads {@link CpuCycles}, which is linked and not initialised by then. */
  private static String selected(int kilobytes) {
    CpuCycles.class.getDeclaredMethods(); // links it
    room = new byte[kilobytes * 1024];
    fill(512); // without some hundred bytes the JVM cannot even resolve a call of nanoTime()
    room = null;
    CpuCycles.cycles();
    long perSecond = CpuCycles.perSecond();
    full = null;
    return perSecond > 0 ? CpuCycles.implementation() : "no frequency";
  }

  private static String lost() {
    RuntimeException loss = new IllegalMonitorStateException(); // a class whose name nobody asked
    TickSource losing =
        () -> {
          if (thrown != null) {
            throw thrown;
          }
          return 1;
        };
    TickCounter first = new TickCounter(losing, "first", Scope.SYSTEM, 1);
    TickCounter second = TickCounter.zero(1);
    FallbackChain chain = new FallbackChain(List.of(first, second), new long[2]);
    chain.onLoss(() -> {});
    FailoverCounter counter = new FailoverCounter(first, chain);
    counter.cycles();
    second.cycles();
    fill(16);
    thrown = loss;
    counter.cycles();
    full = null;
    return counter.implementation();
  }

  private static void fill(int smallest) {
    Object[] filling = new Object[100_000];
    full = filling;
    int used = 0;
    for (int size = LARGEST; size >= smallest; ) {
      try {
        filling[used] = new byte[size];
        used++;
      } catch (OutOfMemoryError e) {
        size /= 2;
      }
    }
  }
}
