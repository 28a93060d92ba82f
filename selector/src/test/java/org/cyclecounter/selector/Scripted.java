// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.List;
import java.util.function.LongSupplier;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A counter whose readings a test writes; it cannot crash. */
record Scripted(
    String name, CounterKind kind, Scope scope, Scaling scaling, int bits, Opener opener)
    implements CounterSource {

  interface Opener {
    TickSource open() throws CounterUnavailableException;
  }

  Scripted(String name, CounterKind kind, Scaling scaling, int bits, Opener opener) {
    this(name, kind, Scope.SYSTEM, scaling, bits, opener);
  }

  static Scripted of(String name, CounterKind kind, LongSupplier ticks) {
    return new Scripted(name, kind, Scaling.none(), 64, () -> ticks::getAsLong);
  }

  /** Rises by a fixed step with every read. */
  static Scripted rising(String name, CounterKind kind, long step) {
    long[] now = {0};
    return of(name, kind, () -> now[0] += step);
  }

  Scripted scaled(Scaling scaling) {
    return new Scripted(name, kind, scope, scaling, bits, opener);
  }

  Scripted of32Bits() {
    return new Scripted(name, kind, scope, scaling, 32, opener);
  }

  Scripted within(Scope where) {
    return new Scripted(name, kind, where, scaling, bits, opener);
  }

  @Override
  public boolean mayCrash() {
    return false;
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    return opener.open();
  }

  static CycleCounterProvider provider(CounterSource... sources) {
    return () -> List.of(sources);
  }
}
