// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.clock;

import java.time.Instant;
import java.util.Random;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;

/**
 * A counter and a clock in time that only a test lets pass, apart from the time that reads take.
 * Time is kept in picoseconds, so that nothing is rounded but what is read.
 */
final class ScriptedMachine implements CycleCounter {

  private static final long PS = 1000;

  /** A generator of its own: millions of reads are random. */
  private long state;

  /**
   * Time that the counter has seen, and the clock; the one stands still where the other goes on.
   */
  private long counterPs;

  private long clockPs;
  private long wallPs;
  private boolean counterStands;
  private boolean clockStands;

  /** The counter's line: its ticks at a time, and its rate from there. */
  private long originTicks;

  private long originPs;
  private double ticksPerNs;

  private long clockResolution = 1;
  private long counterResolution = 1;
  private long wallNs = 1_700_000_000_000_000_000L;
  private Scope scope = Scope.SYSTEM;
  private String name = "scripted";

  ScriptedMachine(long seed, double ticksPerNs) {
    Random random = new Random(seed);
    state = random.nextLong();
    this.ticksPerNs = ticksPerNs;
    originTicks = random.nextLong() >> 8;
    clockPs = (random.nextLong() >> 16) / PS * PS;
  }

  TimeSource time() {
    return new TimeSource(this::nanoTime, this::wall, this::pass);
  }

  PairCalibration calibration() {
    return new PairCalibration(PairReader.of(this, this::nanoTime), time());
  }

  void pass(long ns) {
    passPs(ns * PS);
  }

  private void passPs(long ps) {
    counterPs += counterStands ? 0 : ps;
    clockPs += clockStands ? 0 : ps;
    wallPs += ps;
  }

  /** Each read takes 10 to 40 ns, half of it before the moment that is read. */
  private void takeTime() {
    state = state * 6364136223846793005L + 1442695040888963407L;
    passPs(5 * PS + (state >>> 50)); // up to 16 ns more
  }

  /** Reads what the clock shows at this moment, without the time that a read takes. */
  long exactNanoTime() {
    return Math.floorDiv(clockPs, PS * clockResolution) * clockResolution;
  }

  /** Reads what the counter shows at this moment. */
  long exactCycles() {
    long ticks = originTicks + (long) Math.floor((counterPs - originPs) / 1e3 * ticksPerNs);
    return Math.floorDiv(ticks, counterResolution) * counterResolution;
  }

  long nanoTime() {
    takeTime();
    long read = exactNanoTime();
    takeTime();
    return read;
  }

  @Override
  public long cycles() {
    takeTime();
    long read = exactCycles();
    takeTime();
    return read;
  }

  private Instant wall() {
    takeTime();
    return Instant.ofEpochSecond(0, exactWallNs());
  }

  long exactWallNs() {
    return wallNs + wallPs / PS;
  }

  void setWall(long ns) {
    wallNs += ns;
  }

  /** Ticks per nanosecond from now on. */
  void rate(double ticks) {
    originTicks = exactCycles();
    originPs = counterPs;
    ticksPerNs = ticks;
  }

  double rate() {
    return ticksPerNs;
  }

  void jumpCounter(long ticks) {
    originTicks += ticks;
  }

  void jumpClock(long ns) {
    clockPs += ns * PS;
  }

  void counterStands(boolean stands) {
    counterStands = stands;
  }

  void clockStands(boolean stands) {
    clockStands = stands;
  }

  void resolutions(long ticks, long ns) {
    counterResolution = ticks;
    clockResolution = ns;
  }

  void become(String other, Scope narrower) {
    name = other;
    scope = narrower;
  }

  @Override
  public long cyclesPerSecond() {
    return 1_000_000_000; // nobody may rely on it
  }

  @Override
  public String implementation() {
    return name;
  }

  @Override
  public Scope scope() {
    return scope;
  }
}
