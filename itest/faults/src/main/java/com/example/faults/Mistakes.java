// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.Counted;
import org.cyclecounter.CounterKind;
import org.cyclecounter.Scope;
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
    List<CounterSource> counters = new ArrayList<>();
    describe(counters);
    open(counters);
    read(counters);
    return List.copyOf(counters);
  }

  private static void describe(List<CounterSource> counters) {
    counters.add(mistake("amd64-tsc", Mistakes::rising));
    counters.add(mistake("", Mistakes::rising));
    counters.add(mistake("fault-line\nbreak", Mistakes::rising));
    counters.add(mistake("fault-Bad Name,\u00e9", Mistakes::rising));
    counters.add(
        new Fault("fault-name", false, Mistakes::rising) {
          @Override
          public String name() {
            throw new IllegalStateException("no name of fault-name");
          }
        });
    counters.add(
        new Fault("fault-kind-exception", false, Mistakes::rising) {
          @Override
          public CounterKind kind() {
            throw new IllegalStateException("no kind of fault-kind-exception");
          }
        });
    counters.add(
        new Fault("fault-scope-exception", false, Mistakes::rising) {
          @Override
          public Scope scope() {
            throw new IllegalStateException("no scope of fault-scope-exception");
          }
        });
    counters.add(
        new Fault("fault-scaling-exception", false, Mistakes::rising) {
          @Override
          public Scaling scaling() {
            throw new IllegalStateException("no scaling");
          }
        });
    counters.add(
        new Fault("fault-scaling-zero", false, Mistakes::rising) {
          @Override
          public Scaling scaling() {
            return Scaling.ticksPerSecond(0);
          }
        });
    counters.add(
        new Fault("fault-null-counted", false, Mistakes::rising) {
          @Override
          public Counted counted() {
            return null;
          }
        });
    counters.add(
        new Fault("fault-counted-exception", false, Mistakes::rising) {
          @Override
          public Counted counted() {
            throw new IllegalStateException("no unit");
          }
        });
    counters.add(
        new Fault("fault-null-instruction", false, Mistakes::rising) {
          @Override
          public String instruction() {
            return null;
          }
        });
  }

  private static void open(List<CounterSource> counters) {
    counters.add(opens("fault-open-error", new AssertionError("on purpose")));
    counters.add(opens("fault-open-unavailable", new CounterUnavailableException("plug it in")));
    counters.add(opens("fault-open-no-reason", new CounterUnavailableException((String) null)));
    counters.add(opens("fault-open-no-message", new NullPointerException()));
    counters.add(
        opens(
            "fault-open-control",
            new IllegalStateException(
                "line one\nline two\twith tab \u001b[31mred \u009b31m\u202e")));
    counters.add(
        opens("fault-open-long", new IllegalStateException("0123456789".repeat(LONG_TEXT / 10))));
    counters.add(
        opens(
            "fault-open-quotes",
            new CounterUnavailableException(
                "\"usable: resolution \\ 123456789012345678901234567890 cycles (C), \"\n"
                    + "{\"precision\":1}")));
    counters.add(mistake("fault-open-overflow", () -> overflow(0)));
    counters.add(mistake("fault-missing-class", Mistakes::missing));
    counters.add(mistake("fault-endless-open", Mistakes::endless));
  }

  private static void read(List<CounterSource> counters) {
    counters.add(
        mistake(
            "fault-read-exception",
            () ->
                () -> {
                  throw new IllegalStateException("on purpose");
                }));
    counters.add(
        mistake(
            "fault-blocked-read",
            () ->
                () -> {
                  JavaFaults.sleep();
                  return 1;
                }));
    counters.add(mistake("fault-later-exception", Mistakes::failsLater));
    counters.add(
        mistake(
            "fault-decreasing",
            () -> {
              AtomicLong ticks = new AtomicLong(1L << 40);
              return () -> ticks.addAndGet(-TICKS);
            }));
    counters.add(
        mistake(
            "fault-random",
            () -> {
              Random random = new Random(1);
              return random::nextLong;
            }));
    counters.add(
        mistake(
            "fault-from-min-value",
            () -> {
              TickSource ticks = rising();
              long first = ticks.ticks();
              return () -> ticks.ticks() - first + Long.MIN_VALUE;
            }));
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
