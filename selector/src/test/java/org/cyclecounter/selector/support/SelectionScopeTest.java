// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SelectionScopeTest {

  private final SelectionScope scope = SelectionScope.enter();

  @AfterEach
  void leave() {
    scope.close();
  }

  private static void run(Thread thread) {
    thread.start();
    TimeLimit.join(thread, Long.MAX_VALUE);
  }

  @Test
  void holdsThreadsThatItsThreadsStartUntilItEnds() throws Exception {
    Thread[] nested = new Thread[1];
    FutureTask<Boolean> inside = new FutureTask<>(SelectionScope::isInside);
    run(new SelectionThread("of a test", () -> nested[0] = new Thread(inside), false));
    run(nested[0]);
    assertThat(inside.get()).isTrue();
    FutureTask<Boolean> left = new FutureTask<>(SelectionScope::isInside);
    Thread later = new Thread(left);
    scope.end();
    run(later);
    assertThat(left.get()).isFalse();
    assertThat(SelectionScope.isInside()).isFalse();
  }

  @Test
  void isLeftByThreadThatClosesIt() {
    run(new SelectionThread("of a test", scope::close, true));
    assertThat(SelectionScope.isInside()).isTrue();
    scope.close();
    assertThat(SelectionScope.isInside()).isFalse();
  }

  /** Program's own thread locals would keep its class loader. */
  @Test
  void isAllThatThreadWithoutLocalsInherits() {
    ThreadLocal<String> other = new InheritableThreadLocal<>();
    other.set("of a program");
    Object[] seen = {"", ""};
    run(new SelectionThread("of a test", () -> seen[0] = other.get(), false));
    run(new SelectionThread("of a test", () -> seen[1] = other.get(), true));
    assertThat(seen).containsExactly(null, "of a program");
  }

  @Test
  void notesReadsWhileCounterIsMeasuredOnly() {
    SelectionScope.isInside();
    assertThat(scope.hasReadShared()).isFalse();
    scope.measuring(true);
    SelectionScope.isInside();
    scope.measuring(false);
    assertThat(scope.hasReadShared()).as("until the next counter").isTrue();
    scope.measuring(true);
    assertThat(scope.hasReadShared()).isFalse();
  }
}
