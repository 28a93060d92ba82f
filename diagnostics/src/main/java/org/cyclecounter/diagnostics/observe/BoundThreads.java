// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * The processors that this process may use. On Linux threads are bound to them by a packaged
 * library ({@code bind_thread.c}); elsewhere none can be.
 *
 * <p>Hazards: the kernel's numbers have gaps where processors are offline or not allowed
 * (cpuset(7)), and which are there may change at any time; a processor that goes offline moves its
 * threads. So binding is asked for each time, and a refusal is an answer. Sources:
 * sched_setaffinity(2), {@code bind_thread.c}.
 */
final class BoundThreads implements Processors {

  // Loaded when a page is made, never before a first reading. The lambdas are this module's own
  // calls, which Java 24 and newer look at for native access.
  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-bind-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  /** Exclusive limit of the kernel's numbers that are tried, which may have gaps; as in C. */
  private static final int MAX_NUMBER = 4096;

  private final int available = Runtime.getRuntime().availableProcessors();

  /** The kernel's numbers of the processors that can be bound to; empty where none can. */
  private final List<Integer> numbers;

  /** Tries each number on a thread made for it: a thread stays bound until it ends. */
  BoundThreads() {
    List<Integer> bindable = new ArrayList<>();
    Thread search = new Thread(() -> search(bindable), "cyclecounter-processors");
    search.setDaemon(true);
    search.start();
    TimeLimit.join(search, Long.MAX_VALUE); // interrupts are kept for the caller
    numbers = List.copyOf(bindable);
  }

  private static void search(List<Integer> bindable) {
    try {
      LIBRARY.load();
    } catch (CounterUnavailableException e) { // none for this system, or no directory for it
      return;
    }
    for (int number = 0; number < MAX_NUMBER; number++) {
      if (bindTo(number) == 0) {
        bindable.add(number);
      }
    }
  }

  @Override
  public int count() {
    return numbers.isEmpty() ? available : numbers.size();
  }

  @Override
  public boolean bind(int processor) {
    return processor < numbers.size() && bindTo(numbers.get(processor)) == 0;
  }

  /**
   * Binds the calling thread; 0, or a negated errno.
   *
   * @param number the kernel's number, 0 to 4095
   */
  private static native long bindTo(int number);
}
