// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import org.cyclecounter.CycleCounter;

/** What each of several threads counts beside its CPU time, in lines as {@link Probe}'s. */
final class ThreadCounts {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private interface Work {
    void run(int thread);
  }

  private ThreadCounts() {}

  /** Two threads at once, one busy for four times as long as the other: each one's own count. */
  static void pair(String name) throws InterruptedException {
    measure(name, 2, thread -> spinFor(thread == 0 ? 2_000_000_000L : 500_000_000));
  }

  /** Eight threads that spin and sleep in turns, each in another proportion. */
  static void shares(String name) throws InterruptedException {
    measure(
        name,
        8,
        thread -> {
          for (int turn = 0; turn < 20; turn++) {
            spinFor((thread + 1) * 5_000_000L);
            try {
              Thread.sleep((8 - thread) * 5L);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        });
  }

  /** By the thread's CPU time: on a busy machine all threads would get the same part of it. */
  private static void spinFor(long cpuNs) {
    long endNs = THREADS.getCurrentThreadCpuTime() + cpuNs;
    while (THREADS.getCurrentThreadCpuTime() < endNs) {
      Probe.spin(System.nanoTime() + 1_000_000);
    }
  }

  private static void measure(String name, int threads, Work work) throws InterruptedException {
    CycleCounter counter = Probe.only(name);
    CountDownLatch ready = new CountDownLatch(threads);
    Thread[] all = new Thread[threads];
    long[] counts = new long[threads];
    long[] cpuNs = new long[threads];
    for (int i = 0; i < threads; i++) {
      int number = i;
      all[i] =
          new Thread(
              () -> {
                THREADS.getCurrentThreadCpuTime();
                counter.cycles();
                ready.countDown();
                try {
                  ready.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                long beginNs = THREADS.getCurrentThreadCpuTime();
                long begin = counter.cycles();
                work.run(number);
                counts[number] = counter.cycles() - begin;
                cpuNs[number] = THREADS.getCurrentThreadCpuTime() - beginNs;
              });
      all[i].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    for (int i = 0; i < threads; i++) {
      Probe.say("thread", i, counts[i], cpuNs[i], (double) counts[i] / cpuNs[i]);
    }
  }
}
