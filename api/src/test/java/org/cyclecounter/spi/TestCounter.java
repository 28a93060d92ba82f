// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import java.util.List;
import java.util.function.LongSupplier;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;

/** A counter whose readings a test writes; it cannot crash. */
public record TestCounter(
    String name, CounterKind kind, Scope scope, Scaling scaling, int bits, Opener opener)
    implements CounterSource {

  /** Opens it, or says why not. */
  public interface Opener {
    TickSource open() throws CounterUnavailableException;
  }

  public TestCounter(String name, CounterKind kind, Scaling scaling, int bits, Opener opener) {
    this(name, kind, Scope.SYSTEM, scaling, bits, opener);
  }

  public static TestCounter of(String name, CounterKind kind, LongSupplier ticks) {
    return new TestCounter(name, kind, Scaling.none(), 64, () -> ticks::getAsLong);
  }

  /** Rises by a fixed step with every read. */
  public static TestCounter rising(String name, CounterKind kind, long step) {
    long[] now = {0};
    return of(name, kind, () -> now[0] += step);
  }

  public TestCounter scaled(Scaling scaling) {
    return new TestCounter(name, kind, scope, scaling, bits, opener);
  }

  public TestCounter of32Bits() {
    return new TestCounter(name, kind, scope, scaling, 32, opener);
  }

  public TestCounter within(Scope where) {
    return new TestCounter(name, kind, where, scaling, bits, opener);
  }

  @Override
  public boolean mayCrash() {
    return false;
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    return opener.open();
  }

  public static CycleCounterProvider provider(CounterSource... sources) {
    return () -> List.of(sources);
  }
}
