// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import com.example.faults.NativeFault.Group;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cyclecounter.Scope;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/**
 * Counters that break rules which a selection does not check, or checks last. For the kit of tests:
 * no service file names this provider.
 */
public final class Careless implements CycleCounterProvider {

  private static final long THREAD_NS = 1_000_000_000_000L;
  private static final long SLOW_NS = 2_000_000;
  private static final int READS_WHEN_CLOSED = 1500;

  private static final int ROUNDING = 7; // in registers.c

  /** In the order of {@code process_state.c}, from {@link #FIRST} on. */
  private static final List<String> PROCESS =
      List.of(
          ("umask directory priority no-new-privs affinity file-limit signal-mask locked-memory")
              .split(" "));

  private static final int FIRST = 4;

  private static final List<Object> KEPT = new ArrayList<>();

  /** Volatile: no compiler leaves the array out. */
  private static volatile long[] kept = {};

  private static volatile boolean isOpen;
  private static volatile boolean inUse;
  private static int meetings;

  @Override
  public List<CounterSource> counters() {
    Stream<CounterSource> inC =
        IntStream.range(0, PROCESS.size())
            .mapToObj(
                i ->
                    Fault.whenOpened(
                        "careless-" + PROCESS.get(i),
                        () -> NativeFault.run(Group.PROCESS, FIRST + i)));
    return Stream.of(reading(), changing().stream(), inC).flatMap(all -> all).toList();
  }

  private static Stream<CounterSource> reading() {
    return Stream.of(
        Fault.reading("careless-unit", new OtherUnit()),
        Fault.reading("careless-allocation", () -> (kept = new long[1]).length + clock()),
        Fault.opening("careless-width", Careless::narrow),
        Fault.reading("careless-rate", Careless::clock)
            .answering(() -> Scaling.ticksPerSecond(1_000), "scaling"),
        Fault.reading("careless-counted", Careless::clock)
            .answering(() -> Scaling.ticksPerSecond(1_000_000_000), "scaling"),
        Fault.opening("careless-main-thread", Careless::ofMainThread),
        Fault.opening("careless-sources", Exclusive::new),
        Fault.reading("careless-lock", Careless::unlocked),
        Fault.reading("careless-threads", () -> clock() + threadOrigin()),
        Fault.reading("careless-scope", Careless::clock).answering(() -> Scope.THREAD, "scope"),
        Fault.opening("careless-close", EndsWhenReadClosed::new),
        Fault.reading("careless-slow", Careless::slow));
  }

  private static List<CounterSource> changing() {
    return List.of(
        Fault.whenOpened("careless-descriptor", Careless::openFile),
        Fault.whenOpened("careless-daemon", Careless::startDaemon),
        Fault.whenOpened("careless-locale", () -> Locale.setDefault(Locale.ROOT)),
        Fault.whenOpened(
            "careless-format-locale",
            () -> Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"))),
        Fault.whenOpened(
            "careless-time-zone",
            () -> TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"))),
        Fault.whenOpened(
            "careless-uncaught",
            () -> Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {})),
        Fault.whenOpened("careless-input", () -> System.setIn(null)),
        Fault.whenOpened("careless-output", () -> System.out.close()),
        Fault.whenOpened("careless-descriptor-1", Careless::closeDescriptor),
        Fault.whenOpened("careless-property", () -> System.setProperty("java.io.tmpdir", "/none")),
        Fault.whenOpened("careless-properties", () -> System.setProperties(new Properties())),
        Fault.opening("careless-late-file", Careless::opensFileLate),
        Fault.whenRead("careless-rounding", () -> NativeFault.run(Group.REGISTERS, ROUNDING))
            .crashing());
  }

  private static long clock() {
    return System.nanoTime();
  }

  private static final class OtherUnit implements TickSource {
    @Override
    public long ticks() {
      return clock();
    }

    @Override
    public long startTicks() {
      return clock() / 1000;
    }
  }

  /** A counter of 32 bits that claims 64, with one and a half billion ticks a second. */
  private static TickSource narrow() {
    long first = clock();
    return () -> (clock() - first) * 3 / 2 & 0xffff_ffffL;
  }

  /** Works on one thread only, as some devices do; the selector opens it on another. */
  private static TickSource ofMainThread() throws CounterUnavailableException {
    if (!Thread.currentThread().getName().equals("main")) {
      throw new CounterUnavailableException("only the main thread can open the device");
    }
    return Careless::clock;
  }

  /** Can be open once at a time, and says so. */
  private static final class Exclusive implements TickSource {
    Exclusive() throws CounterUnavailableException {
      if (isOpen) {
        throw new CounterUnavailableException("another source of the device is open; close it");
      }
      isOpen = true;
    }

    @Override
    public long ticks() {
      return clock();
    }

    @Override
    public void close() {
      isOpen = false;
    }
  }

  /** Returns wrong times for every second reading while two threads read. */
  private static long unlocked() {
    if (inUse) {
      return clock() - ++meetings % 2 * THREAD_NS;
    }
    inUse = true;
    spin(1000);
    inUse = false;
    return clock();
  }

  private static void spin(long ns) {
    long first = clock();
    while (clock() - first < ns) {
      Thread.onSpinWait();
    }
  }

  private static long threadOrigin() {
    return Thread.currentThread().getId() % 2 * THREAD_NS;
  }

  /** Fails some time after it is closed. */
  private static final class EndsWhenReadClosed implements TickSource {
    private volatile boolean isClosed;
    private int reads;

    @Override
    public long ticks() {
      if (isClosed && ++reads > READS_WHEN_CLOSED) {
        Way.HALT.take();
      }
      return clock();
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  private static void closeDescriptor() {
    try {
      new FileOutputStream(FileDescriptor.out).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TickSource opensFileLate() {
    AtomicBoolean isOpened = new AtomicBoolean();
    return () -> {
      if (!isOpened.getAndSet(true)) {
        openFile();
      }
      return clock();
    };
  }

  private static void openFile() {
    synchronized (KEPT) {
      try {
        KEPT.add(new FileInputStream("/dev/null"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void startDaemon() {
    Thread thread = new Thread(Way::sleep, "careless");
    thread.setDaemon(true);
    thread.start();
  }

  private static long slow() {
    spin(SLOW_NS);
    return clock();
  }
}
