// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.ScriptedSelection.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Selections at the same time: as many as there are processors, and the others wait. */
class SelectionTurnsTest {

  private static final int TURNS = Runtime.getRuntime().availableProcessors();

  /** The names of the counters that were selected. */
  private final List<String> selected = new CopyOnWriteArrayList<>();

  private final List<Thread> threads = new ArrayList<>();
  private final Properties before = (Properties) System.getProperties().clone();

  @BeforeEach
  void letTurnsOutlastTest() {
    System.setProperty(TimeLimit.SECONDS_PROPERTY, "3600");
  }

  @AfterEach
  void restore() {
    System.setProperties(before);
  }

  private void startSelections(int count, TestCounter.Opener opener) {
    TestCounter counter = new TestCounter("scripted", ON_CORE, opener);
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(() -> selected.add(select(counter).counter().implementation()));
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private boolean areAlive() {
    return threads.stream().allMatch(Thread::isAlive);
  }

  private long countWaiting() {
    return threads.stream().filter(SelectionTurnsTest::isWaitingForTurn).count();
  }

  private static boolean isWaitingForTurn(Thread thread) {
    Object blocker = LockSupport.getBlocker(thread);
    return blocker != null && blocker.getClass().getEnclosingClass() == Semaphore.class;
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void opensCountersOfAsManySelectionsAsThereAreProcessors() throws Exception {
    AtomicInteger opened = new AtomicInteger();
    CountDownLatch end = new CountDownLatch(1);
    TestCounter.Opener opener =
        () -> {
          opened.incrementAndGet();
          await(end);
          return TestCounter.rising("", ON_CORE, 1).open();
        };
    startSelections(TURNS + 2, opener);
    while (areAlive() && opened.get() <= TURNS && (opened.get() < TURNS || countWaiting() < 2)) {
      Thread.sleep(1);
    }
    int atOnce = opened.get();
    end.countDown();
    join();
    assertThat(atOnce).isEqualTo(TURNS);
    assertThat(selected).hasSize(TURNS + 2).containsOnly("scripted");
  }

  @Test
  void readsClockInsideAnotherSelection() throws Exception {
    List<Selected> inside = new CopyOnWriteArrayList<>();
    TestCounter.Opener opener =
        () -> {
          inside.add(select(TestCounter.rising("inner", ON_CORE, 1)));
          return TestCounter.rising("", ON_CORE, 1).open();
        };
    startSelections(TURNS, opener);
    join();
    assertThat(selected).hasSize(TURNS).containsOnly("scripted");
    assertThat(inside)
        .isNotEmpty()
        .allMatch(one -> one.counter().implementation().equals("default-monotonic"))
        .allMatch(one -> one.clockReason().endsWith("this selection runs inside another one"));
  }
}
