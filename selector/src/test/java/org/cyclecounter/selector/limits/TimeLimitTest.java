// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.limits.TaskResult.Failure;
import org.junit.jupiter.api.Test;

class TimeLimitTest {

  private static final long LONG_MS = TimeUnit.MINUTES.toMillis(5);

  @Test
  void anInterruptDoesNotEndAJoinAndIsKept() {
    CountDownLatch started = new CountDownLatch(1);
    Thread waiting = Thread.currentThread();
    Thread thread =
        new Thread(
            () -> {
              waiting.interrupt();
              started.countDown();
            });
    waiting.interrupt();
    thread.start();
    assertThat(TimeLimit.join(thread, Long.MAX_VALUE)).isTrue();
    assertThat(started.getCount()).isZero();
    assertThat(thread.isAlive()).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aJoinEndsWhenTheTimeIsUp() {
    CountDownLatch end = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                return; // nobody interrupts it
              }
            });
    thread.start();
    assertThat(TimeLimit.join(thread, 0)).isFalse();
    assertThat(TimeLimit.join(thread, 1)).isFalse();
    end.countDown();
    assertThat(TimeLimit.join(thread, LONG_MS)).isTrue();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aTaskIsNotInterruptedWithItsCaller() {
    Thread.currentThread().interrupt();
    TaskResult<Boolean> result =
        TimeLimit.uninterrupted(() -> !Thread.currentThread().isInterrupted(), LONG_MS);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.value()).isTrue();
  }

  @Test
  void aTaskThatDoesNotReturnIsATimeoutWithItsLimit() {
    CountDownLatch end = new CountDownLatch(1);
    TaskResult<Boolean> result =
        TimeLimit.uninterrupted(() -> end.await(LONG_MS, TimeUnit.MILLISECONDS), 1);
    end.countDown();
    assertThat(result.failure()).isEqualTo(Failure.TIMED_OUT);
    assertThat(result.limitMs()).isEqualTo(1);
  }
}
