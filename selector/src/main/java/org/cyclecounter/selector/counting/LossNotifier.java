// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.cyclecounter.selector.limits.Log;

/**
 * Tells listeners of losses. A thread is started for each loss and ends when all have been told:
 * nothing waits meanwhile, so that nothing keeps a listener, or the class loader it is of, that
 * nobody else holds. Thread-safe.
 */
final class LossNotifier {

  private final List<Consumer<FallbackChain>> listeners = new ArrayList<>();

  /** Tells a listener of all losses to come, until the answer is run. */
  synchronized Runnable listen(Consumer<FallbackChain> listener) {
    listeners.add(listener);
    return () -> forget(listener);
  }

  private synchronized void forget(Consumer<FallbackChain> listener) {
    listeners.remove(listener);
  }

  /** Tells all listeners, elsewhere: the calling thread is in the middle of a reading. */
  synchronized void tell(FallbackChain chain) {
    if (listeners.isEmpty()) {
      return;
    }
    List<Consumer<FallbackChain>> now = List.copyOf(listeners);
    // Its own thread locals: the reader's may be a program's that is unloaded.
    Thread thread = new Thread(null, () -> tell(now, chain), "cyclecounter-loss", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      Log.warn("no thread to report losses on", e);
    }
  }

  private static void tell(List<Consumer<FallbackChain>> listeners, FallbackChain chain) {
    for (Consumer<FallbackChain> listener : listeners) {
      try {
        listener.accept(chain);
      } catch (RuntimeException | Error e) {
        Log.warn("a listener of losses failed", e);
      }
    }
  }
}
