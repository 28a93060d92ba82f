// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.spi;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.jspecify.annotations.Nullable;

/**
 * A counter whose readings a test writes: of 64 bits, for the whole system, unscaled, and it cannot
 * crash, unless set otherwise. A subclass is needed only where a call other than {@link #open()},
 * {@link #counted()} or {@link #instruction()} must fail.
 */
public class TestCounter implements CounterSource {

  /** Opens it, or says why not. */
  public interface Opener {
    TickSource open() throws CounterUnavailableException;
  }

  private final String name;
  private final CounterKind kind;
  private final Opener opener;
  private Scope scope = Scope.SYSTEM;
  private @Nullable Scaling scaling = Scaling.none();
  private int bits = 64;
  private boolean mayCrash;
  private Supplier<@Nullable Counted> counted = CounterSource.super::counted;
  private Supplier<@Nullable String> instruction = CounterSource.super::instruction;

  public TestCounter(String name, CounterKind kind, Opener opener) {
    this.name = name;
    this.kind = kind;
    this.opener = opener;
  }

  public static TestCounter of(String name, CounterKind kind, LongSupplier ticks) {
    return new TestCounter(name, kind, () -> ticks::getAsLong);
  }

  /** Rises by a fixed step with every read, and with time where none is made for a while. */
  public static TestCounter rising(String name, CounterKind kind, long step) {
    return of(name, kind, ticks(step));
  }

  /** Returns such ticks: 1 GHz where 0.1 ms and more are between two reads. */
  public static LongSupplier ticks(long step) {
    long[] ticks = {0, System.nanoTime()};
    return () -> {
      long nowNs = System.nanoTime();
      long passedNs = nowNs - ticks[1];
      ticks[1] = nowNs;
      ticks[0] += passedNs < 100_000 ? step : passedNs / step * step;
      return ticks[0];
    };
  }

  /** Returns an open counter that runs an action when it is closed. */
  public static TickSource closing(LongSupplier ticks, Runnable close) {
    return new TickSource() {
      @Override
      public long ticks() {
        return ticks.getAsLong();
      }

      @Override
      public void close() {
        close.run();
      }
    };
  }

  public TestCounter scaled(@Nullable Scaling scaling) {
    this.scaling = scaling;
    return this;
  }

  public TestCounter ofBits(int bits) {
    this.bits = bits;
    return this;
  }

  public TestCounter within(Scope scope) {
    this.scope = scope;
    return this;
  }

  public TestCounter mayCrash(boolean mayCrash) {
    this.mayCrash = mayCrash;
    return this;
  }

  public TestCounter counting(Supplier<@Nullable Counted> counted) {
    this.counted = counted;
    return this;
  }

  public TestCounter executing(Supplier<@Nullable String> instruction) {
    this.instruction = instruction;
    return this;
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
    return scope;
  }

  @Override
  @SuppressWarnings("NullAway") // a test may make it break the contract
  public Scaling scaling() {
    return scaling;
  }

  @Override
  public int bits() {
    return bits;
  }

  @Override
  public boolean mayCrash() {
    return mayCrash;
  }

  @Override
  @SuppressWarnings("NullAway")
  public Counted counted() {
    return counted.get();
  }

  @Override
  @SuppressWarnings("NullAway")
  public String instruction() {
    return instruction.get();
  }

  @Override
  public TickSource open() throws CounterUnavailableException {
    return opener.open();
  }

  public static CycleCounterProvider provider(CounterSource... sources) {
    return () -> List.of(sources);
  }
}
