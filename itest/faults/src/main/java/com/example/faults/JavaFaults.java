// SPDX-License-Identifier: Apache-2.0
package com.example.faults;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.TickSource;

/** Counters that end, block or litter their process, in Java. */
public final class JavaFaults implements CycleCounterProvider {

  /** A line as of a dying JVM, an unfinished one, bytes that are no text. */
  private static final long BUSY_NS = 3_000_000_000L;

  private static final byte[] GARBAGE =
      ("\n#  SIGILL (0x4) at pc=0x0000000000000000\n" + "garbage\0\u00ff\u001b[2J".repeat(5_000))
          .getBytes(StandardCharsets.ISO_8859_1);

  /** For another process to make its own. */
  public JavaFaults() {}

  @Override
  public List<CounterSource> counters() {
    return List.of(
        new Coarse("fault-garbage", false, JavaFaults::garbage),
        whenRead("fault-system-exit", true, () -> System.exit(0)),
        whenRead("fault-lying-exit", false, () -> System.exit(0)),
        whenRead("fault-runtime-halt", true, () -> Runtime.getRuntime().halt(3)),
        new Fault("fault-open-exit", true, JavaFaults::exit),
        whenRead("fault-java-loop", true, JavaFaults::loop),
        new Fault("fault-open-deadlock", true, JavaFaults::deadlock),
        whenRead("fault-exception", true, failure(new IllegalStateException("on purpose"))),
        new Fault(
            "fault-open-exception",
            true,
            () -> {
              throw new IllegalStateException("on purpose");
            }),
        whenRead("fault-out-of-memory", true, failure(new OutOfMemoryError("on purpose"))),
        new Fault("fault-java-stack-overflow", true, () -> JavaFaults::overflow),
        whenRead("fault-linkage-error", true, failure(new NoClassDefFoundError("on/purpose"))),
        whenRead("fault-assertion-error", true, failure(new AssertionError("on purpose"))),
        new Fault("fault-gigabyte", true, () -> () -> new byte[1 << 30].length + System.nanoTime()),
        whenRead("fault-closed-system-out", true, () -> System.out.close()),
        whenRead("fault-closed-descriptor", true, JavaFaults::closeDescriptor),
        whenRead("fault-thread-left", true, () -> new Thread(JavaFaults::sleep).start()));
  }

  /** Works but for what it does on every read. */
  static Fault whenRead(String name, boolean mayCrash, Runnable deed) {
    TickSource source =
        () -> {
          deed.run();
          return System.nanoTime();
        };
    return new Fault(name, mayCrash, () -> source);
  }

  static <E extends Throwable> Runnable failure(E failure) {
    return () -> JavaFaults.<Error>sneak(failure);
  }

  @SuppressWarnings("unchecked")
  static <E extends Throwable> void sneak(Throwable failure) throws E {
    throw (E) failure;
  }

  private static TickSource garbage() {
    System.out.print(new String(GARBAGE, StandardCharsets.ISO_8859_1));
    System.err.print(new String(GARBAGE, StandardCharsets.ISO_8859_1));
    write(FileDescriptor.out);
    write(FileDescriptor.err);
    return Coarse.clock();
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

  static TickSource exit() {
    System.exit(0);
    return System::nanoTime;
  }

  private static void loop() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  /**
   * The same where nothing can end it, the program's own process: busy for longer than the probe
   * lasts, then asleep, so that the faults after it are not probed beside it.
   */
  static void loopInTheProgram() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < BUSY_NS) {
      Thread.onSpinWait();
    }
    sleep();
  }

  /** Two threads, two locks, each in the other's order: nothing interrupts that. */
  private static TickSource deadlock() {
    Object one = new Object();
    Object two = new Object();
    CyclicBarrier bothHaveOne = new CyclicBarrier(2);
    Thread other = new Thread(() -> lock(two, one, bothHaveOne));
    other.setDaemon(true);
    other.start();
    lock(one, two, bothHaveOne);
    return System::nanoTime;
  }

  private static void lock(Object first, Object second, CyclicBarrier bothHaveOne) {
    synchronized (first) {
      try {
        bothHaveOne.await();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      synchronized (second) {
        second.notifyAll();
      }
    }
  }

  private static long overflow() {
    return overflow() + 1;
  }

  private static void closeDescriptor() {
    try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void sleep() {
    while (true) {
      try {
        Thread.sleep(60_000);
      } catch (InterruptedException e) {
        continue; // it never ends
      }
    }
  }
}
