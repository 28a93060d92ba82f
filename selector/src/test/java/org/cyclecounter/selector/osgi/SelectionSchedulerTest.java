// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rules of time are tested on given times; no test sleeps. */
class SelectionSchedulerTest implements SelectionScheduler.Work {

  private final AtomicInteger selections = new AtomicInteger();
  private final SelectionScheduler thread = new SelectionScheduler(() -> this);

  @Override
  public boolean isStarting() {
    return false;
  }

  @Override
  public void selectAndPublish() {
    if (selections.incrementAndGet() == 1) {
      thread.request();
    }
  }

  @AfterEach
  void close() {
    thread.close();
  }

  private static long ns(long ms) {
    return TimeUnit.MILLISECONDS.toNanos(ms);
  }

  @Test
  void waitsForAMomentWithoutChanges() {
    thread.request(ns(0));
    assertThat(thread.waitMs(false, ns(0))).isEqualTo(50);
    assertThat(thread.waitMs(false, ns(30))).isEqualTo(20);
    assertThat(thread.waitMs(false, ns(50))).isZero();
    for (int ms = 40; ms <= 400; ms += 40) {
      thread.request(ns(ms));
    }
    assertThat(thread.waitMs(false, ns(399))).as("put off by changes").isPositive();
    assertThat(thread.waitMs(false, ns(400))).as("for a limited time").isZero();
  }

  @Test
  void waitsForTheStartOfTheFrameworkForALimitedTime() {
    thread.request(ns(0));
    assertThat(thread.waitMs(true, ns(60))).isPositive();
    assertThat(thread.waitMs(true, ns(999))).isPositive();
    assertThat(thread.waitMs(true, ns(1000))).isZero();
  }

  @Test
  void selectsAgainForARequestDuringASelection() throws InterruptedException {
    thread.request();
    thread.open();
    assertThat(thread.awaitRequested()).isTrue();
    assertThat(thread.awaitRequested()).isTrue();
    assertThat(selections).hasValue(2);
    thread.request();
    assertThat(thread.awaitRequested()).isTrue();
    assertThat(selections).hasValue(3);
  }

  @Test
  void runsTasksOnItsThreadWithoutASelection() throws Exception {
    FutureTask<Boolean> task = new FutureTask<>(thread::isCurrentThread);
    thread.open();
    thread.post(task);
    assertThat(task.get(5, TimeUnit.MINUTES)).isTrue();
    thread.close();
    assertThat(selections).hasValue(0);
  }

  @Test
  void leavesNobodyWaitingWhenItCloses() throws InterruptedException {
    thread.open();
    thread.close();
    assertThat(thread.hasEnded()).isTrue();
    thread.request();
    assertThat(thread.awaitRequested()).isFalse();
  }
}
