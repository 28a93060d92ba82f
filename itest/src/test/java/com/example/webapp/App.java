// SPDX-License-Identifier: Apache-2.0
package com.example.webapp;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.CpuCycles;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.CycleCounterSelector.Selected;

/** A web application that measures, and keeps its counter. */
public final class App {

  private static CycleCounter kept;
  private static long losses;

  private App() {}

  /** With everything in the application. */
  public static void useStatic() {
    kept = CpuCycles.counter();
    kept.cycles();
    CpuCycles.report();
  }

  /**
   * With a selector that other applications have, too.
   *
   * @throws Exception if listening cannot be ended
   */
  public static void useSelected() throws Exception {
    Selected selected = CycleCounterSelector.builder().onLoss(report -> losses++).build().select();
    kept = selected.counter();
    kept.cycles();
    if (losses > 0) {
      throw new IllegalStateException("a counter was taken away");
    }
    if (!((Object) selected instanceof AutoCloseable listening)) {
      throw new IllegalStateException("Selected has no close()");
    }
    listening.close();
  }
}
