// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import java.util.List;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.bench.timer.BuiltInTimer;
import org.cyclecounter.bench.timer.CounterOrder.Preferred;
import org.cyclecounter.bench.timer.Timers;
import org.cyclecounter.bench.timer.Unavailable;

/** The timer of the counter that {@code measure} begins with. */
record SelectedTimer(BuiltInTimer builtIn) implements BenchTimer, BuiltInTimer.Owner {

  static BenchTimer of(List<String> clocks, Preferred preferred) {
    try {
      return new SelectedTimer(Timers.create(clocks, preferred));
    } catch (Unavailable e) {
      throw new BenchException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public String describe() {
    return builtIn.describe();
  }

  @Override
  public BenchTime now() {
    return builtIn.read(BenchTime::new);
  }

  @Override
  public void close() {
    builtIn.close();
  }
}
