// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.selector.support.TimeLimit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionSchedulerTest {

  private final AtomicInteger selections = new AtomicInteger();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private volatile Thread thread;
  private volatile boolean hangs;
  private volatile boolean isPublishedInside;
  private final SelectionScheduler scheduler = new SelectionScheduler(this::select, () -> false);

  /** The first selection requests another one and fails. */
  private Runnable select(SelectionScope scope) {
    thread = Thread.currentThread();
    if (hangs) {
      hanging.countDown();
      TimeLimit.run(() -> new CountDownLatch(1).await(1, TimeUnit.HOURS), 3600, true);
    }
    assertThat(SelectionScope.isInside()).isTrue();
    if (selections.incrementAndGet() == 1) {
      scheduler.request();
      throw new IllegalStateException("failed");
    }
    return () -> isPublishedInside = SelectionScope.isInside();
  }

  @AfterEach
  void close() {
    scheduler.close();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, false, 50",
    "30, 30, false, 20",
    "50, 50, false, 0",
    "399, 39, false, 11",
    "400, 0, false, 0",
    "60, 60, true, 50",
    "999, 999, true, 50",
    "1000, 1000, true, 0"
  })
  void waitsForAMomentWithoutChangesAndForTheStartOfTheFramework(
      long sinceFirstMs, long sinceLastMs, boolean isStarting, long delayMs) {
    assertThat(SelectionScheduler.delayMs(sinceFirstMs, sinceLastMs, isStarting))
        .isEqualTo(delayMs);
  }

  @Test
  void selectsAgainForARequestDuringASelectionThatFails() throws InterruptedException {
    try (Logged logged = new Logged()) {
      scheduler.request();
      assertThat(scheduler.awaitRequested()).isTrue();
      assertThat(scheduler.awaitRequested()).isTrue();
      assertThat(selections).hasValue(2);
      scheduler.request();
      assertThat(scheduler.awaitRequested()).isTrue();
      assertThat(selections).hasValue(3);
      assertThat(logged.warnings()).containsExactly("the selection of a cycle counter failed");
      assertThat(isPublishedInside).as("listeners read the clock").isFalse();
    }
  }

  @Test
  void runsTasksOnItsThreadWithoutASelection() throws Exception {
    FutureTask<Thread> task = new FutureTask<>(Thread::currentThread);
    scheduler.execute(task);
    Thread own = task.get(5, TimeUnit.MINUTES);
    assertThat(own.isDaemon()).isTrue();
    assertThat(own.getContextClassLoader()).as("the starter's").isNull();
    scheduler.close();
    assertThat(own.isAlive()).isFalse();
    assertThat(selections).hasValue(0);
  }

  @Test
  void closingEndsWaitsForSelections() throws InterruptedException {
    scheduler.execute(
        () -> { // until close() interrupts it: no selection can begin before that
          while (!Thread.interrupted()) {
            LockSupport.park();
          }
        });
    scheduler.request();
    scheduler.close();
    assertThat(scheduler.awaitRequested()).isFalse();
    scheduler.request();
    assertThat(scheduler.awaitRequested()).isFalse();
    scheduler.execute(selections::incrementAndGet);
    assertThat(selections).hasValue(0);
  }

  @Test
  void endsItsThreadWhileCounterHangs() throws InterruptedException {
    hangs = true;
    scheduler.request();
    assertThat(hanging.await(5, TimeUnit.MINUTES)).isTrue();
    scheduler.close();
    assertThat(thread.isAlive()).isFalse();
  }
}
