// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A thread for a third actor, which another one starts: jcstress leaves out tests of more actors
 * than the machine has processors, without a word.
 */
public final class ThirdActor {

  private static final ExecutorService THREAD =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "third-actor");
            thread.setDaemon(true);
            return thread;
          });

  private ThirdActor() {}

  /** Begins on the third thread. */
  public static CompletableFuture<String> start(Supplier<String> actor) {
    return CompletableFuture.supplyAsync(actor, THREAD);
  }
}
