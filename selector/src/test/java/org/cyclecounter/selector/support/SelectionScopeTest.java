// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SelectionScopeTest {

  private final SelectionScope scope = SelectionScope.enter();

  @AfterEach
  void leave() {
    scope.close();
  }

  /** Looks from a thread of its own. */
  private static final class Look extends Thread {
    private boolean isInside;

    @Override
    public void run() {
      isInside = SelectionScope.isInside();
    }
  }

  private static void run(Thread thread) {
    thread.start();
    TimeLimit.join(thread, Long.MAX_VALUE);
  }

  @Test
  void holdsThreadsThatItsThreadsStartUntilItEnds() {
    Look[] nested = new Look[1];
    run(new SelectionThread("of a test", () -> nested[0] = new Look(), false));
    run(nested[0]);
    assertThat(nested[0].isInside).isTrue();
    Look left = new Look();
    scope.end();
    run(left);
    assertThat(left.isInside).isFalse();
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
