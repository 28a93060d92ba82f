// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.watch;

import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.scoring.ReadingLoop;

/** What is read of a counter: a test scripts it. */
interface Readings {

  /** The counter as it is now, in cycles. */
  long now();

  /** Readings in a row, in cycles from any origin. */
  long[] adjacent(int count);

  /** The name of the counter that these readings are of now; another one's after a loss. */
  String implementation();

  /** Of a counter that works, on the calling thread. */
  static Readings of(CycleCounter counter) {
    ReadingLoop loop = new ReadingLoop(counter);
    return new Readings() {
      @Override
      public long now() {
        return counter.cycles();
      }

      @Override
      public long[] adjacent(int count) {
        return loop.take(count);
      }

      @Override
      public String implementation() {
        return counter.implementation();
      }
    };
  }
}
