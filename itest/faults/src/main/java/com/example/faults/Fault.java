// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Callable;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** A counter in Java. It claims to count core cycles: taken at its word it would be the best. */
class Fault implements CounterSource {

  interface Opener {
    TickSource open() throws CounterUnavailableException;
  }

  private final String name;
  private final boolean mayCrash;
  private final Opener opener;

  Fault(String name, boolean mayCrash, Opener opener) {
    this.name = name;
    this.mayCrash = mayCrash;
    this.opener = opener;
  }

  @Override
  public String name() {
    return name;
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
    return mayCrash;
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    return opener.open();
  }

  /** The same, but that some methods, by their names, give or throw what this does. */
  CounterSource answering(Callable<?> answer, String... methods) {
    return (CounterSource)
        Proxy.newProxyInstance(
            Fault.class.getClassLoader(),
            new Class<?>[] {CounterSource.class},
            (proxy, method, arguments) ->
                List.of(methods).contains(method.getName())
                    ? answer.call()
                    : method.invoke(this, arguments));
  }
}
