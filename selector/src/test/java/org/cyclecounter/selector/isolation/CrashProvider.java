// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.cyclecounter.selector.Raising.raise;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.cyclecounter.CounterKind;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeLibrary;

/** Counters that misbehave, each under its own name. */
public final class CrashProvider implements CycleCounterProvider {

  static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-crash-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  /** Those that one probe may ask for together. */
  static final String[] AMONG_OTHERS =
      ("healthy-1 undefined-instruction healthy-2 exit out-of-memory garbage closes-output null"
              + " unavailable counts nesting healthy-3")
          .split(" ");

  /** For another process to make its own. */
  public CrashProvider() {}

  static native long undefinedInstruction();

  static void load() throws CounterUnavailableException {
    LIBRARY.load();
  }

  static boolean isPackaged() {
    return LIBRARY.isPackaged();
  }

  @Override
  public List<CounterSource> counters() {
    return List.of(
        of("healthy-1", System::nanoTime),
        counter(
            "undefined-instruction",
            () -> {
              load();
              return CrashProvider::undefinedInstruction;
            }),
        of("healthy-2", System::nanoTime),
        of(
            "exit",
            () -> {
              System.exit(0);
              return 1;
            }),
        of("out-of-memory", () -> raise(new OutOfMemoryError("on purpose"))),
        counter("garbage", CrashProvider::garbage),
        of(
            "closes-output",
            () -> {
              System.out.close();
              return 1;
            }),
        counter("null", () -> null),
        unavailable("unavailable", "there is none; buy one"),
        unavailable("class-path", System.getProperty("java.class.path")),
        counter("hangs-later", () -> new Counts(1_000_000, 1000)),
        counter("slow", () -> new Counts(20, 0)),
        counter("counts", () -> new Counts(0, Integer.MAX_VALUE)),
        counter("nesting", CrashProvider::nest),
        of("healthy-3", System::nanoTime));
  }

  /** Says how often it was read when it is closed. */
  private static final class Counts implements TickSource {
    private final long sleepMs;
    private final int quick;
    private int reads;
    private int starts;
    private int stops;

    /** Sleeps in each read after some quick ones. */
    Counts(long sleepMs, int quick) {
      this.sleepMs = sleepMs;
      this.quick = quick;
    }

    private int next(int number) {
      if (number >= quick) {
        sleep(sleepMs);
      }
      return number + 1;
    }

    @Override
    public long ticks() {
      return reads = next(reads);
    }

    @Override
    public long startTicks() {
      return starts = next(starts);
    }

    @Override
    public long stopTicks() {
      return stops = next(stops);
    }

    @Override
    public void close() {
      throw new IllegalStateException(reads + " reads, " + starts + " starts, " + stops + " stops");
    }
  }

  static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Probes another counter, and says how that went. */
  private static TickSource nest() throws CounterUnavailableException {
    String reason = Candidates.reasons(new CrashProvider(), "healthy-1").get("healthy-1");
    throw new CounterUnavailableException("nested: " + reason);
  }

  /** A megabyte without a line's end on the real standard output, as C code would print it. */
  private static TickSource garbage() {
    try {
      new FileOutputStream(FileDescriptor.out).write("x".repeat(1 << 20).getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.out.print("unfinished");
    return System::nanoTime;
  }

  private static TestCounter unavailable(String name, String why) {
    return counter(name, () -> raise(new CounterUnavailableException(why)));
  }

  static TestCounter counter(String name, TestCounter.Opener opener) {
    return new TestCounter(name, CounterKind.ON_CORE, opener).mayCrash(true);
  }

  private static TestCounter of(String name, TickSource ticks) {
    return counter(name, () -> ticks);
  }
}
