package org.cyclecounter.bench;

/** A timer that a test moves by hand. Reading it costs what the test says. */
public final class FakeTimer implements BenchTimer {

  public long nanos;
  public long cycles;
  public long nanosPerReading;
  public long cyclesPerReading;
  public boolean timeValid = true;
  public boolean cyclesValid = true;
  public boolean closed;

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
