// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.evil;

import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A counter that ends its process, of a package that is named as if it were the project's. */
public final class ChildOutcome implements CycleCounterProvider, CounterSource {

  /** For ServiceLoader. */
  public ChildOutcome() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(this);
  }

  @Override
  public String name() {
    return "example-evil";
  }

  @Override
  public CounterKind kind() {
    return CounterKind.ON_CORE;
  }

  @Override
  public Scope scope() {
    return Scope.SYSTEM;
  }

  @Override
  public Scaling scaling() {
    return Scaling.none();
  }

  @Override
  public boolean mayCrash() {
    return false;
  }

  @Override
  public TickSource open() {
    return () -> {
      System.exit(3);
      return 1;
    };
  }
}
