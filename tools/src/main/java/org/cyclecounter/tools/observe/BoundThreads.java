// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/**
 * The processors that this process may use. Threads are bound to them by a packaged library ({@code
 * bind_thread.c}) on Linux, and nowhere else.
 */
final class BoundThreads implements Processors {

  private static final NativeLibrary LIBRARY = SelectorLibrary.named("cyclecounter-bind-1");

  /** How many processors a machine has at most, as far as this is concerned. */
  private static final int MAX_NUMBER = 4096;

  private final int available = Runtime.getRuntime().availableProcessors();

  /** The numbers of those that can be bound to; empty where none can. */
  private final List<Integer> numbers;

  /** Looks for processors on a thread that ends then. */
  BoundThreads() {
    List<Integer> found = new ArrayList<>();
    if (SelectorLibrary.load(LIBRARY)) {
      Thread looking = new Thread(() -> look(found), "cyclecounter-processors");
      looking.setDaemon(true);
      looking.start();
      Uninterrupted.join(looking);
    }
    numbers = List.copyOf(found);
  }

  private static void look(List<Integer> found) {
    for (int number = 0; number < MAX_NUMBER; number++) {
      if (bindTo(number) == 0) {
        found.add(number);
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

  /** 0, or a negated errno. */
  private static native long bindTo(int number);
}
