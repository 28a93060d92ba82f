// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.os;

import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.Scaling;

/**
 * A clock that every system has, in fixed units of time. It cannot crash, so it needs no probe: it
 * is read in this process at once, even where no process can be started.
 */
abstract class SystemClock implements CounterSource {

  private final String name;
  private final Scaling scaling;

  SystemClock(String name, Scaling scaling) {
    this.name = name;
    this.scaling = scaling;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final CounterKind kind() {
    return CounterKind.FIXED_RESOLUTION;
  }

  @Override
  public final Scope scope() {
    return Scope.SYSTEM;
  }

  @Override
  public final Scaling scaling() {
    return scaling;
  }

  @Override
  public final boolean mayCrash() {
    return false;
  }
}
