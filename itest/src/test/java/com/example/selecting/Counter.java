// SPDX-License-Identifier: Apache-2.0
package com.example.selecting;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A counter in Java, as another author would write it. */
final class Counter implements CounterSource {

  interface Opener {
    TickSource open() throws CounterUnavailableException;
  }

  private final String name;
  private final CounterKind kind;
  private final boolean mayCrash;
  private final Opener opener;

  Counter(String name, CounterKind kind, boolean mayCrash, Opener opener) {
    this.name = name;
    this.kind = kind;
    this.mayCrash = mayCrash;
    this.opener = opener;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public CounterKind kind() {
    return kind;
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
  public boolean mayCrash() {
    return mayCrash;
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    return opener.open();
  }
}
