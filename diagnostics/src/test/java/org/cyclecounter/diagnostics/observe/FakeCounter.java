// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.diagnostics.observe;

import java.util.function.LongSupplier;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;

/** A counter whose readings a test writes. */
public record FakeCounter(String implementation, Scope scope, LongSupplier readings)
    implements CycleCounter {

  static final long HZ = 1_000_000_000;

  static FakeCounter failing(Scope scope) {
    return new FakeCounter(
        "failing",
        scope,
        () -> {
          throw new IllegalStateException("no counter for this thread");
        });
  }

  @Override
  public long cycles() {
    return readings.getAsLong();
  }

  @Override
  public long cyclesPerSecond() {
    return HZ;
  }
}
