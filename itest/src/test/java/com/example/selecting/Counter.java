// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A counter in Java, as another author would write it. */
public record Counter(String name, CounterKind kind, boolean mayCrash, Opener opener)
    implements CounterSource {
  /** Opens one. */
  public interface Opener {
    /** Opens it. */
    TickSource open() throws CounterUnavailableException;
  }

  @Override
  public Scope scope() {
    return Scope.SYSTEM;
  }

  @Override
  public Scaling scaling() {
    return kind == CounterKind.ON_CORE ? Scaling.none() : Scaling.ticksPerSecond(1_000_000_000);
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    return opener.open();
  }
}
