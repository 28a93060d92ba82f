// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import com.example.faults.NativeFault.Group;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * Counters that break the contract where a selection does not look, or looks last. No service file
 * names it: for the kit of tests.
 */
public final class Careless implements CycleCounterProvider {

  private static final long THREAD_NS = 1_000_000_000_000L;
  private static final long SLOW_NS = 2_000_000;
  private static final int ROUNDING = 7; // in registers.c

  private static final List<Object> KEPT = new ArrayList<>();
  private static volatile int sources;
  private static volatile boolean inUse;

  /** For another process to make its own. */
  public Careless() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new Fault("careless-calls", false, Careless::calls),
        new Fault("careless-unit", false, Careless::ordered),
        new Fault("careless-allocation", false, () -> () -> keep(new long[1]).length + clock()),
        new Fault("careless-width", false, Careless::narrow),
        new Fault("careless-rate", false, () -> Careless::clock)
            .answering(() -> Scaling.ticksPerSecond(1_000), "scaling"),
        new Fault("careless-main-thread", false, Careless::ofMainThread),
        new Fault("careless-sources", false, Careless::dependent),
        new Fault("careless-lock", false, () -> Careless::exclusive),
        new Fault("careless-threads", false, () -> () -> clock() + threadOrigin()),
        new Fault("careless-scope", false, () -> Careless::clock)
            .answering(() -> Scope.THREAD, "scope"),
        new Fault("careless-close", false, Careless::endsWhenReadClosed),
        new Fault("careless-descriptor", false, Careless::leavesDescriptor),
        new Fault("careless-daemon", false, Careless::leavesThread),
        new Fault("careless-process", false, Careless::leavesProcess),
        new Fault("careless-slow", false, () -> Careless::slow),
        new Fault("careless-locale", false, Careless::changesLocale),
        new Fault("careless-rounding", true, () -> Careless::changesRounding));
  }

  private static long clock() {
    return System.nanoTime();
  }

  private static long[] keep(long[] array) {
    synchronized (KEPT) {
      KEPT.clear();
      KEPT.add(array);
    }
    return array;
  }

  /** Rises with the calls, whatever the time. */
  private static TickSource calls() {
    AtomicLong calls = new AtomicLong();
    return calls::incrementAndGet;
  }

  private static TickSource ordered() {
    return new TickSource() {
      @Override
      public long ticks() {
        return clock();
      }

      @Override
      public long startTicks() {
        return clock() / 1000;
      }
    };
  }

  /** One and a half billion ticks a second, in 32 bits, said to be 64. */
  private static TickSource narrow() {
    long first = clock();
    return () -> (clock() - first) * 3 / 2 & 0xffff_ffffL;
  }

  /** Works on one thread, as some devices do; the selector opens it on another. */
  private static TickSource ofMainThread() throws CounterUnavailableException {
    if (!Thread.currentThread().getName().equals("main")) {
      throw new CounterUnavailableException("only the main thread can open the device");
    }
    return Careless::clock;
  }

  /** Closing one closes all. */
  private static TickSource dependent() {
    sources++;
    return new TickSource() {
      @Override
      public long ticks() {
        if (sources == 0) {
          throw new IllegalStateException("closed");
        }
        return clock();
      }

      @Override
      public void close() {
        sources = 0;
      }
    };
  }

  /** For one thread at a time. */
  private static long exclusive() {
    if (inUse) {
      throw new IllegalStateException("two threads");
    }
    inUse = true;
    long first = clock();
    while (clock() - first < 1000) {
      Thread.onSpinWait();
    }
    inUse = false;
    return clock();
  }

  private static long threadOrigin() {
    return Thread.currentThread().getId() % 2 * THREAD_NS;
  }

  private static TickSource endsWhenReadClosed() {
    return new TickSource() {
      private volatile boolean isClosed;

      @Override
      public long ticks() {
        if (isClosed) {
          Runtime.getRuntime().halt(3);
        }
        return clock();
      }

      @Override
      public void close() {
        isClosed = true;
      }
    };
  }

  private static TickSource leavesDescriptor() {
    try {
      synchronized (KEPT) {
        KEPT.add(new FileInputStream("/dev/null"));
      }
      return Careless::clock;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TickSource leavesThread() {
    Thread thread = new Thread(JavaFaults::sleep, "careless");
    thread.setDaemon(true);
    thread.start();
    return Careless::clock;
  }

  private static TickSource leavesProcess() {
    try {
      new ProcessBuilder("sleep", "60").start();
      return Careless::clock;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long slow() {
    long first = clock();
    while (clock() - first < SLOW_NS) {
      Thread.onSpinWait();
    }
    return clock();
  }

  private static TickSource changesLocale() {
    Locale.setDefault(Locale.ROOT);
    return Careless::clock;
  }

  /** By JNI, not as an entry point. */
  private static long changesRounding() {
    try {
      return NativeFault.run(Group.REGISTERS, ROUNDING);
    } catch (CounterUnavailableException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Is a good provider, but for its missing line in a service file. */
  public static final class Unlisted implements CycleCounterProvider {
    /** For another process to make its own. */
    public Unlisted() {}

    @Override
    public List<CounterSource> counters() {
      return List.of(new Coarse("fault-unlisted", false, Coarse::clock));
    }
  }
}
