// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.cyclecounter.trace.InstructionCount;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The allocations of a counted run begin a page, and little lies between the runs. */
@Tag("gate")
class AlignmentTest {

  private static final int WARM_UP = 10;

  /** Fails if a counted run's array does not begin a page, or lies far behind the run's before. */
  public static final class Allocating implements Callable<Object> {
    private static final int PAGE = 4096;
    private static final int NEAR = 16 * PAGE;

    private int calls;
    private long before;

    @Override
    public Object call() {
      byte[] array = new byte[100];
      long address = Stepper.address(array);
      if (++calls > WARM_UP && address % PAGE != 0) {
        throw new IllegalStateException("at " + address % PAGE + " of a page");
      }
      if (calls > WARM_UP + 1 && (address < before || address > before + NEAR)) {
        throw new IllegalStateException(address - before + " bytes behind the run before");
      }
      before = address;
      return array;
    }
  }

  @Test
  void beginsCountedRunAtNextPage() throws Exception {
    String obstacle = Counting.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    CountPlan plan = new CountPlan(WARM_UP, 1, Duration.ofMinutes(10), false, false);
    InstructionCount counted =
        new Counting(Target.ofClass(Allocating.class.getName(), ""), plan, Phases.NONE).count();
    assertThat(counted.runs()).isEqualTo(TracedMain.RUNS);
  }
}
