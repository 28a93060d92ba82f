// SPDX-License-Identifier: Apache-2.0
package samples;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/*
 * 05. Count in virtual threads.
 *
 * Prints, on Java 21 and newer:
 *   thread-cputime, scope THREAD: <n> of 1000 differences are negative
 *   <counter>, scope SYSTEM: 0 of 1000 differences are negative
 *
 * Trap: a virtual thread reads the counter of the platform thread that carries it. After a wait it
 * may have another carrier, and a difference of two threads' counts means nothing. Ask for scope
 * SYSTEM, also if readings of different threads are compared.
 */
public final class S05VirtualThreads {

  private S05VirtualThreads() {}

  public static void main(String[] arguments) throws Exception {
    ExecutorService threads;
    try {
      // Executors.newVirtualThreadPerTaskExecutor(), in a file that Java 17 compiles, too.
      threads =
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException e) {
      System.out.println("Java " + Runtime.version().feature() + " has no virtual threads");
      return;
    }
    count(threads, CycleCounterSelector.builder().include("thread-cputime"));
    count(threads, CycleCounterSelector.builder().minimumScope(Scope.SYSTEM));
    threads.shutdown();
  }

  private static void work() {
    for (long end = System.nanoTime() + 100_000_000; System.nanoTime() < end; ) {
      Thread.onSpinWait();
    }
  }

  private static void count(ExecutorService threads, CycleCounterSelector.Builder builder)
      throws Exception {
    try (Selected selected = builder.build().select()) {
      CycleCounter counter = selected.counter();
      threads.submit(S05VirtualThreads::work).get(); // now one carrier's count is far ahead
      List<Future<Boolean>> differences = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        differences.add(
            threads.submit(
                () -> {
                  long start = counter.cycles();
                  Thread.sleep(1); // goes on, perhaps on another carrier
                  return counter.cycles() - start < 0;
                }));
      }
      int negative = 0;
      for (Future<Boolean> difference : differences) {
        negative += difference.get() ? 1 : 0;
      }
      System.out.printf(
          "%s, scope %s: %d of 1000 differences are negative%n",
          counter.implementation(), counter.scope(), negative);
    }
  }
}
