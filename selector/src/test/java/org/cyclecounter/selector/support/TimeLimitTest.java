// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.Raising.raise;

import java.util.ServiceConfigurationError;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.selector.support.TaskResult.Failure;
import org.junit.jupiter.api.Test;

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
    CountDownLatch isHeld = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread joined = new Thread(() -> {});
    Thread holding =
        new Thread(
            () -> {
              synchronized (joined) {
                isHeld.countDown();
                await(end);
              }
            });
    holding.start();
    isHeld.await();
    assertThat(TimeLimit.join(joined, LONG_MS)).isTrue(); // it has not been started
    end.countDown();
    holding.join();
  }

  @Test
  void returnsAndNotesOutOfMemoryError() {
    int before = Worker.Task.outOfMemoryErrors();
    TaskResult<Boolean> result = TimeLimit.run(() -> raise(new OutOfMemoryError("of a test")));
    assertThat(result.failure()).isEqualTo(Failure.THREW);
    assertThat(result.thrown()).hasMessage("of a test");
    assertThat(Worker.Task.outOfMemoryErrors()).isNotEqualTo(before);
  }

  /** As ServiceLoader wraps the error of a provider's constructor. */
  @Test
  void notesOutOfMemoryErrorAsCauseOfExceptionOfTheJdk() {
    int before = Worker.Task.outOfMemoryErrors();
    OutOfMemoryError full = new OutOfMemoryError("of a test");
    Worker.Task.note(new ServiceConfigurationError("wrapped", new RuntimeException(full)));
    assertThat(Worker.Task.outOfMemoryErrors()).isEqualTo(before + 1);
    Worker.Task.note(new ServiceConfigurationError("alone"));
    assertThat(Worker.Task.outOfMemoryErrors()).isEqualTo(before + 1);
  }

  @Test
  void interruptsSelectionThreadByItsTaskAndGiveUpOnly() {
    boolean[] flags = new boolean[3];
    CountDownLatch end = new CountDownLatch(1);
    SelectionThread thread =
        new SelectionThread(
            () -> {
              flags[0] = !await(end);
              Thread.currentThread().interrupt();
              flags[1] = Thread.interrupted();
              flags[2] = SelectionThread.isCurrentGivenUp();
            },
            "of a test",
            false);
    thread.start();
    thread.interrupt();
    assertThat(thread.isInterrupted()).isFalse();
    thread.giveUp();
    assertThat(TimeLimit.join(thread, LONG_MS)).isTrue();
    end.countDown();
    assertThat(flags).containsExactly(true, true, true);
  }

  @Test
  void passesSelectionToThreadThatInheritsNothing() {
    ThreadLocal<String> other = new InheritableThreadLocal<>();
    other.set("of a program");
    SelectionThread.SELECTION.set("a selection");
    Object[] seen = new Object[2];
    Thread thread =
        new SelectionThread(
            () -> {
              seen[0] = SelectionThread.SELECTION.get();
              seen[1] = other.get();
            },
            "of a test",
            false);
    SelectionThread.SELECTION.remove();
    thread.start();
    assertThat(TimeLimit.join(thread, LONG_MS)).isTrue();
    assertThat(seen).containsExactly("a selection", null);
  }

  @Test
  void interruptsNoTaskWithItsCaller() {
    Thread.currentThread().interrupt();
    TaskResult<Boolean> result =
        TimeLimit.uninterrupted(() -> !Thread.currentThread().isInterrupted(), LONG_MS);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.value()).isTrue();
  }

  @Test
  void timesOutTaskThatDoesNotReturn() {
    CountDownLatch end = new CountDownLatch(1);
    TaskResult<Boolean> result =
        TimeLimit.uninterrupted(() -> end.await(LONG_MS, TimeUnit.MILLISECONDS), 1);
    end.countDown();
    assertThat(result.failure()).isEqualTo(Failure.TIMED_OUT);
    assertThat(result.limitMs()).isEqualTo(1);
  }

  @Test
  void startsTaskWhenTurnIsFree() throws Exception {
    Semaphore turns = new Semaphore(0, true);
    CountDownLatch begun = new CountDownLatch(1);
    boolean[] flags = new boolean[2];
    Callable<Boolean> task =
        () -> {
          begun.countDown();
          return true;
        };
    Thread waiting =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              flags[0] = TimeLimit.inTurn(task, turns, LONG_MS, LONG_MS).value() != null;
              flags[1] = Thread.interrupted();
            });
    waiting.start();
    while (waiting.isAlive() && !turns.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
    assertThat(begun.getCount()).isEqualTo(1);
    turns.release();
    waiting.join();
    assertThat(flags).containsExactly(true, true);
    assertThat(turns.availablePermits()).isEqualTo(1);
  }

  @Test
  void endsTurnBeforeTaskThatWaitsForAnotherOne() throws Exception {
    Semaphore turns = new Semaphore(1, true);
    CountDownLatch end = new CountDownLatch(1);
    Object[] values = new Object[1];
    Thread holding =
        new Thread(() -> values[0] = TimeLimit.inTurn(() -> await(end), turns, 1, LONG_MS).value());
    holding.start();
    Callable<Boolean> other =
        () -> {
          end.countDown();
          return true;
        };
    assertThat(TimeLimit.inTurn(other, turns, LONG_MS, LONG_MS).value()).isTrue();
    holding.join();
    assertThat(values).containsExactly(true);
    assertThat(turns.availablePermits()).isEqualTo(1);
  }
}
