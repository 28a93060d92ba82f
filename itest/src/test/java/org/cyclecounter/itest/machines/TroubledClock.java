// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.clock.CycleClock;

/**
 * Checks a clock's time while there is trouble, as a separate program on Linux. The first argument
 * is the counter's name, the others are the troubles. The answer to each is as {@link Probe}'s:
 * {@code @trouble} with the name, the checks, the steps backwards of {@link CycleClock#nanos}, the
 * checks in which the bound was broken and the number of calibrations from the first to the last of
 * them, the bounds that are broken now, the readings that have none now, the recalibrations, the
 * nanoseconds by which the time of day is off, and the bound.
 */
public final class TroubledClock {

  /** Reads of the counter by a calibration. */
  private static final int READS = 100;

  /** Calibrations after a trouble. */
  private static final int AFTERWARDS = 8;

  private static final int KEPT = 1 << 19;
  private static final Path SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  /** A counter that knows how often it was calibrated. */
  private record Calibrated(CycleCounter counter, AtomicLong reads) implements CycleCounter {
    long times() {
      return reads.get() / READS;
    }

    @Override
    public long start() {
      if (Thread.currentThread().getName().equals("cyclecounter-clock")) {
        reads.incrementAndGet();
      }
      return counter.start();
    }

    @Override
    public long cycles() {
      return counter.cycles();
    }

    @Override
    public long cyclesPerSecond() {
      return counter.cyclesPerSecond();
    }

    @Override
    public String implementation() {
      return counter.implementation();
    }

    @Override
    public Scope scope() {
      return counter.scope();
    }
  }

  private final Calibrated counter;
  private final CycleClock clock;

  private TroubledClock(String name) {
    counter = new Calibrated(Probe.only(name), new AtomicLong());
    clock = CycleClock.of(counter);
  }

  public static void main(String[] arguments) throws Exception {
    Probe.say("case", "clock");
    TroubledClock troubled = new TroubledClock(arguments[0]);
    for (int i = 1; i < arguments.length; i++) {
      troubled.check(arguments[i]);
    }
    troubled.clock.close();
    Probe.say("end", "clock");
  }

  private void check(String trouble) throws Exception {
    Checker checker = new Checker();
    checker.start();
    awaitCalibrations(1);
    make(trouble);
    awaitCalibrations(AFTERWARDS);
    checker.isOver = true;
    checker.join();
    checker.say(trouble);
  }

  private void awaitCalibrations(int more) throws InterruptedException {
    for (long end = counter.times() + more; counter.times() < end; ) {
      Thread.sleep(10);
    }
  }

  private static void make(String trouble) throws IOException, InterruptedException {
    switch (trouble) {
      case "quiet" -> {}
      case "pause", "restore" -> askHost(trouble);
      case "set" -> run("date -s '2030-01-02 03:04:05'");
      case "slew" -> run("adjtimex -f 32768000"); // the most: 500 ppm
      case "hpet" -> Files.writeString(SOURCE, "hpet");
      case "stop" -> {
        long self = ProcessHandle.current().pid();
        run("kill -STOP " + self + "; sleep 1; kill -CONT " + self);
      }
      default -> throw new IllegalArgumentException("unknown trouble " + trouble);
    }
  }

  private static void askHost(String trouble) throws IOException {
    try (RandomAccessFile line = new RandomAccessFile("/dev/ttyS1", "rw")) {
      line.write((trouble + "\n").getBytes(StandardCharsets.US_ASCII));
      line.readLine();
    }
  }

  private static void run(String command) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start()
        .waitFor();
  }

  private final class Checker extends Thread {
    private final long[] readings = new long[KEPT];
    private final long[] beforeNs = new long[KEPT];
    private final long[] afterNs = new long[KEPT];
    private long checks;
    private long backwards;
    private long broken;
    private long first;
    private long last;
    private volatile boolean isOver;

    @Override
    public void run() {
      for (long lastNs = clock.nanos(); !isOver; checks++) {
        long nanos = clock.nanos();
        backwards += nanos < lastNs ? 1 : 0;
        lastNs = nanos;
        long times = counter.times();
        int i = (int) checks & KEPT - 1;
        beforeNs[i] = System.nanoTime();
        readings[i] = counter.start();
        afterNs[i] = System.nanoTime();
        if (isBroken(i)) {
          first = broken++ == 0 ? counter.times() : first;
          last = times; // no more than there were in between, wherever this thread has waited
        }
      }
    }

    /** By more than a pair's width, which is less than twice the bound: less is not noticed. */
    private boolean isBroken(int i) {
      long bound = clock.errorBoundNanos(readings[i]);
      long nanos = clock.toNanos(readings[i]);
      return Math.max(beforeNs[i] - nanos, nanos - afterNs[i]) / 3 > bound;
    }

    private static long wallNs() {
      Instant now = Instant.now();
      return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    void say(String trouble) {
      int brokenNow = 0;
      int unbounded = 0;
      for (int i = 0; i < Math.min(checks, KEPT); i++) {
        brokenNow += isBroken(i) ? 1 : 0;
        unbounded += clock.errorBoundNanos(readings[i]) == Long.MAX_VALUE ? 1 : 0;
      }
      long before = wallNs();
      long epochNs = clock.toEpochNanos(counter.cycles());
      long offNs = Math.max(0, Math.max(before - epochNs, epochNs - wallNs()));
      Probe.say(
          "trouble",
          trouble,
          checks,
          backwards,
          broken,
          last - first,
          brokenNow,
          unbounded,
          clock.recalibrations(),
          offNs,
          clock.errorBoundNanos(counter.cycles()));
    }
  }
}
