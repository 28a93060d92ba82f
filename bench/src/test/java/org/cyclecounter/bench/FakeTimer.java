// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A timer that a test moves by hand. Reading it costs what the test says. */
public final class FakeTimer implements BenchTimer {

  public long nanos;
  public long cycles;
  public long nanosPerReading = 500;
  public long cyclesPerReading = 1500;
  public boolean timeValid = true;
  public boolean cyclesValid = true;
  public boolean closed;
  public int readings;

  /** Keeps warnings, but not those of what this busy machine really does while a test runs. */
  public static Consumer<String> keeping(List<String> warnings) {
    return warning -> {
      if (!warning.startsWith("The thread was moved to another processor")
          && !warning.startsWith("The compiler was at work")
          && !warning.startsWith("Not yet compiled")
          && !warning.startsWith("Garbage was collected")) {
        warnings.add(warning);
      }
    };
  }

  /** A clock that advances by 10 ms with each reading, so that preparations take few runs. */
  static PreparationClock preparationClock(AtomicLong ns) {
    LongSupplier clock = () -> ns.addAndGet(10_000_000);
    return new PreparationClock(clock, clock);
  }

  /** A bench that hardly prepares; null: with the timer that the user configured. */
  static Bench bench(@Nullable BenchTimer timer) {
    return Bench.create(timer, preparationClock(new AtomicLong())).onWarning(warning -> {});
  }

  /** Sets the cost of each reading from now on. */
  public void readingsCost(long nanos, long cycles) {
    nanosPerReading = nanos;
    cyclesPerReading = cycles;
  }

  /** A function of which each iteration takes so long. */
  public BenchFunction work(long nanosEach, long cyclesEach) {
    return n -> {
      nanos += n * nanosEach;
      cycles += n * cyclesEach;
    };
  }

  @Override
  public String describe() {
    return "a fake";
  }

  @Override
  public BenchTime now() {
    readings++;
    nanos += nanosPerReading;
    cycles += cyclesPerReading;
    return new BenchTime(
        Math.floorDiv(nanos, 1_000_000_000L),
        (int) Math.floorMod(nanos, 1_000_000_000L),
        cycles,
        timeValid,
        cyclesValid);
  }

  @Override
  public void close() {
    closed = true;
  }
}
