// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

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

  private static final NativeLibrary LIBRARY =
      NativeLibrary.of(
          MethodHandles.lookup(),
          "cyclecounter-crash-1",
          path -> System.load(path),
          name -> System.loadLibrary(name));

  /** For another process to make its own. */
  public CrashProvider() {}

  static native long undefinedInstruction();

  static native long invalidAddress();

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
        ofNative("undefined-instruction", CrashProvider::undefinedInstruction),
        ofNative("invalid-address", CrashProvider::invalidAddress),
        of("healthy-2", System::nanoTime),
        of(
            "exit",
            () -> {
              System.exit(0);
              return 1;
            }),
        of(
            "halt",
            () -> {
              Runtime.getRuntime().halt(3);
              return 1;
            }),
        of(
            "hang",
            () -> {
              while (true) {
                Thread.onSpinWait();
              }
            }),
        of(
            "out-of-memory",
            () -> {
              throw new OutOfMemoryError("on purpose");
            }),
        of("stack-overflow", CrashProvider::forever),
        of("garbage", CrashProvider::garbage),
        of(
            "closes-output",
            () -> {
              System.out.close();
              return 1;
            }),
        of(
            "thread-left",
            () -> {
              new Thread(CrashProvider::sleep).start();
              return 1;
            }),
        counter("null", () -> null),
        counter(
            "unavailable",
            () -> {
              throw new CounterUnavailableException("there is none; buy one");
            }),
        counter(
            "class-path",
            () -> {
              throw new CounterUnavailableException(System.getProperty("java.class.path"));
            }),
        counter("hangs-later", HangsLater::new),
        counter("slow", () -> CrashProvider::slow),
        counter("counts", Counts::new),
        of("healthy-3", System::nanoTime));
  }

  private static final class HangsLater implements TickSource {
    private int reads;

    @Override
    public long ticks() {
      if (++reads > 1000) {
        while (true) {
          Thread.onSpinWait();
        }
      }
      return reads;
    }
  }

  private static long slow() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return System.nanoTime();
  }

  /** Says how often it was read when it is closed. */
  private static final class Counts implements TickSource {
    private int reads;
    private int starts;
    private int stops;

    @Override
    public long ticks() {
      return reads++;
    }

    @Override
    public long startTicks() {
      return starts++;
    }

    @Override
    public long stopTicks() {
      return stops++;
    }

    @Override
    public void close() {
      throw new IllegalStateException(reads + " reads, " + starts + " starts, " + stops + " stops");
    }
  }

  private static long forever() {
    return forever() + 1;
  }

  private static void sleep() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A megabyte without a line's end on the real standard output, as C code would print it. */
  private static long garbage() {
    try {
      new FileOutputStream(FileDescriptor.out).write("x".repeat(1 << 20).getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.out.print("unfinished");
    return 1;
  }

  private static TestCounter counter(String name, TestCounter.Opener opener) {
    return new TestCounter(name, CounterKind.ON_CORE, opener).mayCrash(true);
  }

  private static TestCounter of(String name, TickSource ticks) {
    return counter(name, () -> ticks);
  }

  private static TestCounter ofNative(String name, TickSource ticks) {
    return counter(
        name,
        () -> {
          LIBRARY.load();
          return ticks;
        });
  }
}
