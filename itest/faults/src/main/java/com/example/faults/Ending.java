// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/**
 * A provider, counter and source that end in one of the ways at the place that names the subclass,
 * mostly a method; a healthy clock otherwise.
 */
abstract class Ending implements CycleCounterProvider {

  private static final List<String> PLACES =
      List.of(
          ("Initializer Constructor Counters Iterator Name Kind Scope MayCrash Scaling Bits"
                  + " Counted Instruction Open Message EntryPoint Ticks LateTicks StartTicks"
                  + " StopTicks Close")
              .split(" "));

  /** Readings before {@code LateTicks}. */
  private static final int LATE = 50_000;

  private final String place = getClass().getSimpleName();
  private final AtomicLong readings = new AtomicLong();

  Ending() {
    at("Constructor");
  }

  static Way way(String place) {
    return Way.values()[PLACES.indexOf(place) % Way.values().length];
  }

  private void at(String here) {
    if (here.equalsIgnoreCase(place)) {
      way(place).take();
    }
  }

  /** The same, with the place among its methods. */
  private <T> T within(Class<T> type, T healthy) {
    return type.cast(
        Proxy.newProxyInstance(
            Ending.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              String name = method.getName();
              at(type == List.class ? "Iterator" : name);
              if (name.equals("ticks") && readings.incrementAndGet() == LATE) {
                at("LateTicks");
              }
              if (name.equals("open") && place.equals("Message")) {
                throw new Mute();
              }
              return method.invoke(healthy, arguments);
            }));
  }

  @Override
  @SuppressWarnings("unchecked")
  public List<CounterSource> counters() {
    at("Counters");
    Fault counter =
        Fault.opening("EndingAt." + place, () -> within(TickSource.class, System::nanoTime));
    Fault source = way(place).ordinal() % 2 == 0 ? counter.crashing() : counter;
    return within(List.class, List.of(within(CounterSource.class, source)));
  }

  /** An exception whose {@code getMessage()} ends. */
  private final class Mute extends IllegalStateException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      at("Message");
      return "never";
    }
  }
}
