// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import java.util.function.Supplier;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;

/** A counter whose source says of its reads what a test makes it say, or throw. */
record Saying(TestCounter counter, Supplier<Counted> counts, Supplier<String> executes)
    implements CounterSource {

  @Override
  public String name() {
    return counter.name();
  }

  @Override
  public CounterKind kind() {
    return counter.kind();
  }

  @Override
  public Scope scope() {
    return counter.scope();
  }

  @Override
  public Scaling scaling() {
    return counter.scaling();
  }

  @Override
  public int bits() {
    return counter.bits();
  }

  @Override
  public boolean mayCrash() {
    return counter.mayCrash();
  }

  @Override
  public Counted counted() {
    return counts.get();
  }

  @Override
  public String instruction() {
    return executes.get();
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    return counter.open();
  }
}
