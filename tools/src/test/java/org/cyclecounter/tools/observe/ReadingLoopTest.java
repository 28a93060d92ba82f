// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.counting.TickCounter;
import org.junit.jupiter.api.Test;

class ReadingLoopTest {

  @Test
  void readsCounterInJavaOftenEnoughToBeCompiled() {
    AtomicLong now = new AtomicLong();
    TickCounter counter =
        new TickCounter(() -> now.addAndGet(4), "scripted", Scope.SYSTEM, 1_000_000_000);
    assertThat(new ReadingLoop(counter).take(4)).containsExactly(0, 4, 8, 12);
    assertThat(now.get() / 4).isGreaterThan(10_000);
  }
}
