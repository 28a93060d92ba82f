// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.Raising.raise;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.support.TaskResult.Failure;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeLimitTest {

  private static final long LONG_MS = TimeUnit.MINUTES.toMillis(5);

  /** Returns false if it was interrupted. */
  private static boolean await(CountDownLatch end) {
    try {
      end.await();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Test
  void keepsInterruptThatDoesNotEndJoin() {
    Thread waiting = Thread.currentThread();
    Thread thread = new Thread(waiting::interrupt);
    waiting.interrupt();
    thread.start();
    assertThat(TimeLimit.join(thread, Long.MAX_VALUE)).isTrue();
    assertThat(thread.isAlive()).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void endsJoinWhenTimeIsUp() {
    CountDownLatch end = new CountDownLatch(1);
    Thread thread = new Thread(() -> await(end));
    thread.start();
    assertThat(TimeLimit.join(thread, 0)).isFalse();
    assertThat(TimeLimit.join(thread, 1)).isFalse();
    end.countDown();
    assertThat(TimeLimit.join(thread, LONG_MS)).isTrue();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void joinsWithoutMonitor() throws Exception {
    Thread joined = new Thread(() -> {}); // not started, so the join ends at once
    synchronized (joined) {
      assertThat(
              CompletableFuture.supplyAsync(() -> TimeLimit.join(joined, LONG_MS))
                  .get(LONG_MS, TimeUnit.MILLISECONDS))
          .isTrue();
    }
  }

  @Test
  void returnsErrorOfTask() {
    OutOfMemoryError full = new OutOfMemoryError("of a test");
    assertThat(TimeLimit.run(() -> raise(full)).failure()).isEqualTo(Failure.THREW);
    assertThat(TimeLimit.run(() -> raise(full)).thrown()).isSameAs(full);
    assertThat(TimeLimit.runInline(() -> raise(full)).thrown()).isSameAs(full);
  }

  @Test
  void runsEachTaskOnItsOwnThread() {
    Callable<Thread> task = Thread::currentThread;
    assertThat(TimeLimit.run(task).value()).isNotSameAs(TimeLimit.run(task, 5, false).value());
    assertThat(TimeLimit.runInline(task).value()).isSameAs(Thread.currentThread());
  }

  @Test
  void interruptsSelectionThreadByItsTaskAndGiveUpOnly() {
    boolean[] flags = new boolean[2];
    CountDownLatch end = new CountDownLatch(1);
    Runnable task =
        () -> {
          flags[0] = !await(end);
          Thread.currentThread().interrupt();
          flags[1] = Thread.interrupted();
        };
    SelectionThread thread = new SelectionThread("of a test", task, false);
    thread.start();
    thread.interrupt();
    assertThat(thread.isInterrupted()).isFalse();
    thread.giveUp();
    assertThat(TimeLimit.join(thread, LONG_MS)).isTrue();
    end.countDown();
    assertThat(flags).containsExactly(true, true);
  }

  @ParameterizedTest
  @CsvSource({"false, ", "true, INTERRUPTED"})
  void endsWaitByInterruptOnlyOfCancelledSelection(boolean isCancelled, @Nullable Failure failure) {
    CountDownLatch end = new CountDownLatch(1);
    try (SelectionScope scope = SelectionScope.enter()) {
      if (isCancelled) {
        scope.cancel();
      } else {
        end.countDown();
      }
      Thread.currentThread().interrupt();
      assertThat(TimeLimit.run(() -> await(end)).failure()).isEqualTo(failure);
      assertThat(Thread.interrupted()).isTrue();
    }
    end.countDown();
  }

  @Test
  void interruptsNoTaskWithItsCaller() {
    Thread.currentThread().interrupt();
    TaskResult<Boolean> result =
        TimeLimit.runUninterrupted(() -> !Thread.currentThread().isInterrupted(), null, 0, LONG_MS);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.value()).isTrue();
  }

  @Test
  void timesOutTaskThatDoesNotReturn() {
    CountDownLatch end = new CountDownLatch(1);
    TaskResult<Boolean> result =
        TimeLimit.runUninterrupted(() -> end.await(LONG_MS, TimeUnit.MILLISECONDS), null, 0, 1);
    end.countDown();
    assertThat(result.failure()).isEqualTo(Failure.TIMED_OUT);
    assertThat(result.limitMs()).isEqualTo(1);
  }

  @Test
  void startsTaskWhenTurnIsFree() throws Exception {
    Semaphore turns = new Semaphore(0, true);
    boolean[] isFree = new boolean[1];
    CompletableFuture<String> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              Thread.currentThread().interrupt();
              return TimeLimit.runUninterrupted(() -> isFree[0], turns, LONG_MS, LONG_MS).value()
                  + " "
                  + Thread.interrupted();
            });
    while (!waiting.isDone() && !turns.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
    isFree[0] = true;
    turns.release();
    assertThat(waiting.get()).isEqualTo("true true");
    assertThat(turns.availablePermits()).isEqualTo(1);
  }

  @Test
  void endsTurnBeforeTaskThatWaitsForAnotherOne() throws Exception {
    Semaphore turns = new Semaphore(1, true);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<?> holding =
        CompletableFuture.supplyAsync(
            () -> TimeLimit.runUninterrupted(() -> await(end), turns, 1, LONG_MS).value());
    Callable<Boolean> other = Executors.callable(end::countDown, true);
    assertThat(TimeLimit.runUninterrupted(other, turns, LONG_MS, LONG_MS).value()).isTrue();
    assertThat(holding.get()).isEqualTo(true);
    assertThat(turns.availablePermits()).isEqualTo(1);
  }
}
