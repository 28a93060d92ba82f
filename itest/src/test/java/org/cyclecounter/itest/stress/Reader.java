// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;

/** Reads a counter again and again and compares each reading with the one before. */
final class Reader extends Thread {

  private static final int BATCH = 1_000_000;
  private static final int SWITCH_ONE_IN = 8;

  private final AtomicReference<CycleCounter> newest;
  private final CompletableFuture<String> id = new CompletableFuture<>();
  private volatile boolean stopped;
  private volatile int moves;
  private volatile long readings;
  private volatile int decreases;
  private volatile int changes;
  private volatile String problem = "";

  Reader(AtomicReference<CycleCounter> newest) {
    super("reader");
    this.newest = newest;
    setDaemon(true);
  }

  @Override
  public void run() {
    CycleCounter counter = newest.get();
    try {
      id.complete(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString());
      Random random = ThreadLocalRandom.current();
      int movesAtLast = moves;
      long last = counter.cycles();
      while (!stopped) {
        CycleCounter other = newest.get();
        if (other != counter && random.nextInt(SWITCH_ONE_IN) == 0) {
          counter = other;
          changes++;
          movesAtLast = moves;
          last = counter.cycles();
        }
        boolean perCore = counter.scope() == Scope.CORE;
        int read = 0;
        for (; read < BATCH && !stopped; read++) {
          int movesNow = moves;
          long now = counter.cycles();
          // Of a core's counter only while the thread stays there: an odd number is a move under
          // way.
          if (now - last < 0 && !(perCore && (moves != movesAtLast || movesAtLast % 2 != 0))) {
            decreases++;
            problem = counter.implementation() + " decreased by " + (last - now);
          }
          last = now;
          movesAtLast = movesNow;
        }
        readings += read;
      }
    } catch (IOException | RuntimeException | Error e) {
      id.completeExceptionally(e);
      problem = "reading " + counter.implementation() + " ended with " + e;
    }
  }

  /** Moves the thread to a core, by taskset(1). */
  void moveTo(String core) throws IOException, InterruptedException {
    moves++;
    Process taskset =
        new ProcessBuilder("taskset", "-p", "-c", core, id.join())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    int status = taskset.waitFor();
    moves++;
    if (status != 0) {
      throw new IOException("taskset ended with status " + status);
    }
  }

  /** Ends the thread. */
  void end() throws InterruptedException {
    stopped = true;
    join();
  }

  long readings() {
    return readings;
  }

  int decreases() {
    return decreases;
  }

  int moves() {
    return moves / 2;
  }

  int changes() {
    return changes;
  }

  /** What went wrong last; empty if nothing. */
  String problem() {
    return problem;
  }
}
