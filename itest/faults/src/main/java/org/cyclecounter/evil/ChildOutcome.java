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
public record ChildOutcome(
    String name, CounterKind kind, Scope scope, Scaling scaling, boolean mayCrash)
    implements CycleCounterProvider, CounterSource {
  /** For ServiceLoader. */
  public ChildOutcome() {
    this("named-like-ours", CounterKind.ON_CORE, Scope.SYSTEM, Scaling.none(), false);
  }

  @Override
  public List<CounterSource> counters() {
    return List.of(this);
  }

  @Override
  public TickSource open() {
    return () -> {
      System.exit(3);
      return 1;
    };
  }
}
