// SPDX-License-Identifier: Apache-2.0
package com.example.ending;

import java.util.AbstractList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * A provider, its counter and its readings in one class that takes a {@link Way} at a {@link
 * Place}; it is a healthy clock everywhere else. Two digits of the class's name are the number of
 * the place, the other two that of the way: copies of the class under other names of the same
 * length make all of them.
 */
public final class E0000 extends AbstractList<CounterSource>
    implements CycleCounterProvider, CounterSource, TickSource {

  private static final String NAME = E0000.class.getSimpleName();
  private static final Place PLACE = Place.values()[Integer.parseInt(NAME.substring(1, 3))];
  private static final Way WAY = Way.values()[Integer.parseInt(NAME.substring(3, 5))];

  /** Readings before {@link Place#LATE_TICKS}. */
  private static final int LATE = 50_000;

  private int readings;

  static {
    at(Place.INITIALIZER);
  }

  /** For ServiceLoader. */
  public E0000() {
    at(Place.CONSTRUCTOR);
  }

  private static void at(Place place) {
    if (place == PLACE) {
      WAY.take();
    }
  }

  @Override
  public List<CounterSource> counters() {
    at(Place.COUNTERS);
    return this;
  }

  @Override
  public int size() {
    at(Place.LIST);
    return 1;
  }

  @Override
  public CounterSource get(int index) {
    return this;
  }

  @Override
  public String name() {
    at(Place.NAME);
    return "ending-" + NAME.toLowerCase(Locale.ROOT);
  }

  @Override
  public CounterKind kind() {
    at(Place.KIND);
    return CounterKind.ON_CORE; // it could be the best, so a first reading probes it, too
  }

  @Override
  public Scope scope() {
    at(Place.SCOPE);
    return Scope.SYSTEM;
  }

  @Override
  public boolean mayCrash() {
    at(Place.MAY_CRASH);
    return WAY.ordinal() % 2 == 0;
  }

  @Override
  public Scaling scaling() {
    at(Place.SCALING);
    return Scaling.ticksPerSecond(1_000_000_000);
  }

  @Override
  public int bits() {
    at(Place.BITS);
    return 64;
  }

  @Override
  public Counted counted() {
    at(Place.COUNTED);
    return Counted.TIME;
  }

  @Override
  public String instruction() {
    at(Place.INSTRUCTION);
    return "";
  }

  @Override
  public TickSource open() {
    at(Place.OPEN);
    if (PLACE == Place.MESSAGE) {
      throw new Way.Taken(WAY);
    }
    return this;
  }

  @Override
  public OptionalLong entryPoint() {
    at(Place.ENTRY_POINT);
    return OptionalLong.empty();
  }

  @Override
  public long ticks() {
    at(Place.TICKS);
    if (PLACE == Place.LATE_TICKS && ++readings == LATE) {
      at(Place.LATE_TICKS);
    }
    return System.nanoTime();
  }

  @Override
  public long startTicks() {
    at(Place.START_TICKS);
    return System.nanoTime();
  }

  @Override
  public long stopTicks() {
    at(Place.STOP_TICKS);
    return System.nanoTime();
  }

  @Override
  public void close() {
    at(Place.CLOSE);
  }
}
