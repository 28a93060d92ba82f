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

/** A counter in Java. It claims to count core cycles, so a selection that trusts it prefers it. */
class Fault implements CounterSource {

  interface Opener {
    TickSource open() throws CounterUnavailableException;
  }

  private static final long COARSE_NS = 5_000;

  private final String name;
  private final Opener opener;
  private boolean mayCrash;
  private boolean isCoarse;

  private Fault(String name, Opener opener) {
    this.name = name;
    this.opener = opener;
  }

  static Fault opening(String name, Opener opener) {
    return new Fault(name, opener);
  }

  static Fault reading(String name, TickSource ticks) {
    return new Fault(name, () -> ticks);
  }

  /** Works but for an action in {@code open()}. */
  static Fault whenOpened(String name, Runnable action) {
    return new Fault(
        name,
        () -> {
          action.run();
          return System::nanoTime;
        });
  }

  /** Works but for an action in each read. */
  static Fault whenRead(String name, Runnable action) {
    return reading(
        name,
        () -> {
          action.run();
          return System.nanoTime();
        });
  }

  /** Rises every five microseconds, as {@link #coarse} says. */
  static long coarseTicks() {
    return System.nanoTime() / COARSE_NS;
  }

  static Runnable throwing(Throwable failure) {
    return () -> Fault.<Error>sneak(failure);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable failure) throws E {
    throw (E) failure;
  }

  /** Sets the kind and the scaling of one that works, and must never be the best. */
  Fault coarse() {
    isCoarse = true;
    return this;
  }

  Fault crashing() {
    mayCrash = true;
    return this;
  }

  /** Returns the same counter, with some methods, by name, replaced by a call. */
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

  @Override
  public String name() {
    return name;
  }

  @Override
  public CounterKind kind() {
    return isCoarse ? CounterKind.FIXED_RESOLUTION : CounterKind.ON_CORE;
  }

  @Override
  public Scope scope() {
    return Scope.SYSTEM;
  }

  @Override
  public Scaling scaling() {
    return isCoarse ? Scaling.ticksPerSecond(1_000_000_000 / COARSE_NS) : Scaling.none();
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
