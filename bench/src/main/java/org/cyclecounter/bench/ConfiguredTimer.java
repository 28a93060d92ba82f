// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import org.cyclecounter.bench.timer.BuiltInTimer;
import org.cyclecounter.bench.timer.Timers;
import org.cyclecounter.bench.timer.Unavailable;
import org.jspecify.annotations.Nullable;

/** The timer of a configuration. */
record ConfiguredTimer(BuiltInTimer builtIn) implements BenchTimer, BuiltInTimer.Owner {

  static BenchTimer of(@Nullable String config) {
    try {
      return new ConfiguredTimer(Timers.create(config));
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
