// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** Counters that cannot crash and say so, by authors who made a mistake each. */
public final class Mistakes implements CycleCounterProvider {

  private static final int TICKS = 10_000;
  private static final long READS_BEFORE_FAILURE = 5_000_000;
  private static final int LONG_TEXT = 5_000;

  /** For another process to make its own. */
  public Mistakes() {}

  @Override
  public List<CounterSource> counters() {
    return Stream.of(described(), opened(), read()).flatMap(List::stream).toList();
  }

  private static List<CounterSource> described() {
    return List.of(
        mistake("amd64-tsc", Mistakes::rising),
        mistake("", Mistakes::rising),
        mistake("fault-line\nbreak", Mistakes::rising),
        mistake("fault-Bad Name,\u00e9", Mistakes::rising),
        answering("fault-name", failing("no name of fault-name"), "name"),
        answering("fault-kind-exception", failing("no kind of fault-kind-exception"), "kind"),
        answering("fault-scope-exception", failing("no scope of fault-scope-exception"), "scope"),
        answering("fault-scaling-exception", failing("no scaling"), "scaling"),
        answering("fault-scaling-zero", () -> Scaling.ticksPerSecond(0), "scaling"),
        answering("fault-null-counted", () -> null, "counted"),
        answering("fault-counted-exception", failing("no unit"), "counted"),
        answering("fault-null-instruction", () -> null, "instruction"));
  }

  private static CounterSource answering(String name, Callable<?> answer, String method) {
    return mistake(name, Mistakes::rising).answering(answer, method);
  }

  private static Callable<?> failing(String message) {
    return () -> {
      throw new IllegalStateException(message);
    };
  }

  private static List<CounterSource> opened() {
    return List.of(
        opens("fault-open-error", new AssertionError("on purpose")),
        opens("fault-open-unavailable", new CounterUnavailableException("plug it in")),
        opens("fault-open-no-reason", new CounterUnavailableException((String) null)),
        opens("fault-open-no-message", new NullPointerException()),
        opens(
            "fault-open-control",
            new IllegalStateException(
                "line one\nline two\twith tab \u001b[31mred \u009b31m\u202e")),
        opens("fault-open-long", new IllegalStateException("0123456789".repeat(LONG_TEXT / 10))),
        opens(
            "fault-open-quotes",
            new CounterUnavailableException(
                "\"usable: resolution \\ 123456789012345678901234567890 cycles (C), \"\n"
                    + "{\"precision\":1}")),
        mistake("fault-open-overflow", () -> overflow(0)),
        mistake("fault-missing-class", Mistakes::missing),
        mistake("fault-endless-open", Mistakes::endless));
  }

  private static List<CounterSource> read() {
    Runnable failing = JavaFaults.failure(new IllegalStateException("on purpose"));
    return List.of(
        JavaFaults.whenRead("fault-read-exception", false, failing),
        JavaFaults.whenRead("fault-blocked-read", false, JavaFaults::sleep),
        mistake("fault-later-exception", Mistakes::failsLater),
        mistake("fault-decreasing", Mistakes::decreasing),
        mistake("fault-random", () -> new Random(1)::nextLong),
        mistake("fault-from-min-value", Mistakes::fromMinValue));
  }

  private static TickSource decreasing() {
    AtomicLong ticks = new AtomicLong(1L << 40);
    return () -> ticks.addAndGet(-TICKS);
  }

  private static TickSource fromMinValue() {
    TickSource ticks = rising();
    long first = ticks.ticks();
    return () -> ticks.ticks() - first + Long.MIN_VALUE;
  }

  private static Fault mistake(String name, Fault.Opener opener) {
    return new Fault(name, false, opener);
  }

  private static Fault opens(String name, Throwable failure) {
    return mistake(
        name,
        () -> {
          JavaFaults.<CounterUnavailableException>sneak(failure);
          return rising();
        });
  }

  private static TickSource rising() {
    AtomicLong ticks = new AtomicLong();
    return () -> ticks.addAndGet(TICKS) + System.nanoTime() / 400_000 * 400_000;
  }

  private static TickSource failsLater() {
    AtomicLong reads = new AtomicLong();
    return () -> {
      if (reads.incrementAndGet() > READS_BEFORE_FAILURE) {
        throw new IllegalStateException("on purpose");
      }
      return reads.get() * TICKS;
    };
  }

  private static TickSource overflow(int depth) {
    return overflow(depth + 1);
  }

  /** As of a JAR that was left out. */
  private static TickSource missing() {
    throw new NoClassDefFoundError("com/example/dependency/Clock");
  }

  private static TickSource endless() {
    JavaFaults.loopInTheProgram();
    return System::nanoTime;
  }
}
