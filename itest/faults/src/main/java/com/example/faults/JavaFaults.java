// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TickSource;

/** Counters in Java that fail when they are opened or read. */
public final class JavaFaults implements CycleCounterProvider {

  private static final String PURPOSE = "on purpose";
  private static final int TICKS = 10_000;
  private static final long STARTED_NS = System.nanoTime();
  private static final long READS_BEFORE_FAILURE = 200_000;
  private static final int READS_BEFORE_HANG = 4_000;

  /** Reads before each decrease: the 1001 readings of a selection include some. */
  private static final int READS_FORWARDS = 500;

  /** A line like a dying JVM's, an unfinished one, and bytes that are no text. */
  private static final byte[] GARBAGE =
      ("\n#  SIGILL (0x4) at pc=0x0000000000000000\n" + "garbage\0\u00ff\u001b[2J".repeat(5_000))
          .getBytes(StandardCharsets.ISO_8859_1);

  @Override
  public List<CounterSource> counters() {
    return Stream.of(opened(), read(), counting(), harmless()).flatMap(List::stream).toList();
  }

  private static List<CounterSource> opened() {
    return List.of(
        opens("fault-open-exception", new IllegalStateException(PURPOSE)),
        opens("fault-open-error", new AssertionError(PURPOSE)),
        opens("fault-open-unavailable", new CounterUnavailableException("plug it in")),
        opens("fault-open-no-reason", new CounterUnavailableException((String) null)),
        opens("fault-open-no-message", new NullPointerException()),
        opens(
            "fault-open-control",
            new IllegalStateException(
                "line one\nline two\twith tab \u001b[31mred \u009b31m\u202e")),
        opens("fault-open-long", new IllegalStateException("0123456789".repeat(500))),
        opens(
            "fault-open-quotes",
            new CounterUnavailableException(
                "\"usable: resolution \\ 123456789012345678901234567890 cycles (C), \"\n"
                    + "{\"precision\":1}")),
        opens("fault-missing-class", new NoClassDefFoundError("com/example/dependency/Clock")),
        Fault.whenOpened("fault-endless-open", Way::spin),
        Fault.whenOpened("fault-orphan", () -> Way.run("sh", "-c", "sleep 60 &")));
  }

  private static CounterSource opens(String name, Throwable failure) {
    return Fault.whenOpened(name, Fault.throwing(failure));
  }

  private static List<CounterSource> read() {
    return List.of(
        reads("fault-exception", new IllegalStateException(PURPOSE)).crashing(),
        reads("fault-out-of-memory", new OutOfMemoryError(PURPOSE)).crashing(),
        reads("fault-linkage-error", new NoClassDefFoundError("on/purpose")).crashing(),
        reads("fault-assertion-error", new AssertionError(PURPOSE)).crashing(),
        reads("fault-read-exception", new IllegalStateException(PURPOSE)),
        Fault.reading("fault-gigabyte", () -> new byte[1 << 30].length + System.nanoTime())
            .crashing(),
        Fault.whenRead("fault-lying-exit", Way.EXIT_WELL::take),
        Fault.whenRead("fault-java-loop", Way::spin).crashing(),
        Fault.whenRead("fault-blocked-read", Way::sleep),
        Fault.opening("fault-hangs-later", () -> after(READS_BEFORE_HANG, Way::sleep)),
        Fault.opening("fault-later-exception", JavaFaults::failsLater).coarse());
  }

  private static Fault reads(String name, Throwable failure) {
    return Fault.whenRead(name, Fault.throwing(failure));
  }

  private static List<CounterSource> counting() {
    return List.of(
        Fault.reading("fault-constant", () -> 42),
        Fault.opening("fault-calls", () -> new AtomicLong()::incrementAndGet),
        Fault.reading("fault-too-fast", () -> (System.nanoTime() - STARTED_NS) * TICKS)
            .answering(Scaling::findMultiplier, "scaling"),
        Fault.opening("fault-random", () -> new Random(1)::nextLong),
        Fault.opening("fault-backwards", JavaFaults::backwards));
  }

  /** Counters that work, although they are odd. */
  private static List<CounterSource> harmless() {
    return List.of(
        Fault.opening("fault-negative", () -> from(-Long.MAX_VALUE / 2)).coarse(),
        Fault.opening("fault-from-min-value", () -> from(Long.MIN_VALUE)).coarse(),
        odd("fault-garbage", JavaFaults::print),
        odd("fault-sets-property", () -> System.setProperty("example.faults", "1")),
        odd("fault-runs-program", () -> Way.run("true")),
        told("told-core-limit", "/proc/self/limits", "Max core file size"),
        told("told-oom-score", "/proc/self/oom_score_adj", ""));
  }

  private static CounterSource odd(String name, Runnable action) {
    return Fault.opening(
            name,
            () -> {
              action.run();
              return Fault::coarseTicks;
            })
        .coarse();
  }

  /** Cannot be opened, and gives a line of a file as its reason. */
  private static CounterSource told(String name, String file, String beginning) {
    return Fault.opening(
        name,
        () -> {
          try (Stream<String> lines = Files.lines(Path.of(file))) {
            throw new CounterUnavailableException(
                lines.filter(line -> line.startsWith(beginning)).findFirst().orElse("")
                    + " in "
                    + file);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static TickSource from(long first) {
    long origin = Fault.coarseTicks() - first;
    return () -> Fault.coarseTicks() - origin;
  }

  /** Fails after a number of reads of one thread without another's. */
  private static TickSource after(long reads, Runnable action) {
    AtomicReference<Thread> reader = new AtomicReference<>();
    AtomicLong done = new AtomicLong();
    return () -> {
      if (reader.getAndSet(Thread.currentThread()) != Thread.currentThread()) {
        done.set(0);
      }
      if (done.incrementAndGet() > reads) {
        action.run();
      }
      return Fault.coarseTicks();
    };
  }

  /** Fails in the thread that opened it: the reads of others depend on the machine's load. */
  private static TickSource failsLater() {
    Thread opener = Thread.currentThread();
    AtomicLong done = new AtomicLong();
    return () -> {
      if (Thread.currentThread() == opener && done.incrementAndGet() > READS_BEFORE_FAILURE) {
        throw new IllegalStateException(PURPOSE);
      }
      return Fault.coarseTicks();
    };
  }

  private static TickSource backwards() {
    AtomicLong reads = new AtomicLong();
    return () -> {
      long read = reads.incrementAndGet();
      return read % READS_FORWARDS == 0 ? read - READS_FORWARDS : read;
    };
  }

  private static void print() {
    System.out.print(new String(GARBAGE, StandardCharsets.ISO_8859_1));
    System.err.print(new String(GARBAGE, StandardCharsets.ISO_8859_1));
    write(FileDescriptor.out);
    write(FileDescriptor.err);
  }

  // Not closed: that would close the descriptor.
  @SuppressWarnings("resource")
  private static void write(FileDescriptor descriptor) {
    try {
      new FileOutputStream(descriptor).write(GARBAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
