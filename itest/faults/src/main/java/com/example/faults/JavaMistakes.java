// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/**
 * Mistakes of authors of Java, which do not depend on where they run. Most name a project that had
 * it, as "owner/name number" of an issue or pull request at github.com.
 */
public final class JavaMistakes implements CycleCounterProvider {

  private static final ThreadLocal<long[]> OFFSET = new ThreadLocal<>();

  /** For another process to make its own. */
  public JavaMistakes() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        Fault.opening("mistake-thread-local", JavaMistakes::ofThread),
        Fault.whenOpened("mistake-updater-thread", JavaMistakes::startUpdater),
        Fault.whenOpened("mistake-exit-hook", JavaMistakes::exitAtExit),
        Fault.opening("mistake-executor", () -> new Updated(true)),
        Fault.opening("mistake-late-executor", () -> new Updated(false)),
        Fault.whenRead("mistake-interrupt", JavaMistakes::pause),
        Fault.whenRead("mistake-priority", () -> Thread.currentThread().setPriority(8)),
        Fault.whenRead(
            "mistake-class-loader",
            () ->
                Thread.currentThread()
                    .setContextClassLoader(JavaMistakes.class.getClassLoader().getParent())));
  }

  /** Ended rightly by close(), which a program that counts to its end never calls. */
  private static final class Updated implements TickSource {
    private ScheduledExecutorService updater;

    Updated(boolean isEager) {
      if (isEager) {
        start();
      }
    }

    private synchronized void start() {
      if (updater == null) {
        updater = Executors.newScheduledThreadPool(1);
        updater.schedule(() -> {}, 1, TimeUnit.DAYS);
      }
    }

    @Override
    public long ticks() {
      if (updater == null) {
        start();
      }
      return System.nanoTime();
    }

    @Override
    public synchronized void close() {
      if (updater != null) {
        updater.shutdownNow();
      }
    }
  }

  /** Lets the device rest; an interrupt meant for the reader is lost. */
  private static void pause() {
    try {
      Thread.sleep(0, 1);
    } catch (InterruptedException e) {
      return;
    }
  }

  /** Of the thread that opens: null on any other. strongbox/strongbox 1532. */
  private static TickSource ofThread() {
    OFFSET.set(new long[] {1});
    return () -> System.nanoTime() + OFFSET.get()[0];
  }

  /** No daemon, and ended by no close(): main() returns in vain. eu-emi/canl-java 11. */
  private static void startUpdater() {
    LinkedBlockingQueue<Long> offsets = new LinkedBlockingQueue<>();
    Runnable update =
        () -> {
          while (true) {
            try {
              OFFSET.set(new long[] {offsets.take()});
            } catch (InterruptedException e) {
              continue; // until there is one
            }
          }
        };
    new Thread(update, "updater").start();
  }

  /**
   * A shutdown hook that ends the process itself, and waits for the exit that waits for the hook.
   * openjdk/jdk 9351, mesos/spark 482.
   */
  private static void exitAtExit() {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.exit(0)));
  }
}
