// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.FileDescriptor;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.isolation.Protocol.Step;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, in a child JVM, what a counter does to the process besides being read: it would do the
 * same to a program's.
 */
final class SideEffects {

  /** For a thread that is about to end; one that goes on is left behind. In milliseconds. */
  private static final long MAX_END_MS = 100;

  private final WatchedStream out = new WatchedStream();
  private final WatchedStream err = new WatchedStream();

  /**
   * Harm to a program.
   *
   * @param step the verdict
   * @param text the name of the thread that was left behind; empty for other harm
   */
  record Harm(Step step, String text) {}

  /** Replaces a standard stream; prints nothing, because the output carries the reports. */
  private static final class WatchedStream extends PrintStream {
    private volatile boolean printed;
    private volatile boolean closed;

    WatchedStream() {
      super(OutputStream.nullOutputStream());
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      printed = true;
    }

    @Override
    public void write(int octet) {
      printed = true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Replaces the standard streams by watched ones. */
  void watch() {
    System.setOut(out);
    System.setErr(err);
  }

  /** Returns the harm done since there were only those threads; null for none. */
  @Nullable Harm harm(List<Thread> before) throws InterruptedException {
    if (out.closed || System.out != out || isClosed(1, FileDescriptor.out)) {
      return new Harm(Step.CLOSED_OUTPUT, "");
    }
    if (err.closed || System.err != err || isClosed(2, FileDescriptor.err)) {
      return new Harm(Step.CLOSED_ERROR, "");
    }
    for (Thread thread : threads()) {
      if (before.stream().noneMatch(known -> known == thread)) { // equals may be a provider's
        thread.join(MAX_END_MS);
        if (thread.isAlive()) {
          return new Harm(Step.LEFT_THREAD, thread.getName());
        }
      }
    }
    return null;
  }

  /** Returns true if anything was printed since the last call. */
  boolean takePrinted() {
    boolean printed = out.printed || err.printed;
    out.printed = false;
    err.printed = false;
    return printed;
  }

  /** Also where only the system knows, such as after a native close(2); on Linux. */
  private static boolean isClosed(int number, FileDescriptor descriptor) {
    Path descriptors = Path.of("/proc/self/fd");
    return !descriptor.valid()
        || Files.isDirectory(descriptors) && !Files.exists(descriptors.resolve("" + number));
  }

  /**
   * Lists the live threads that keep a JVM from ending. The number of threads is an estimate that
   * may be outdated, and {@code enumerate} drops what does not fit: hence twice as many.
   */
  static List<Thread> threads() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[2 * root.activeCount() + 16];
    int count = root.enumerate(threads);
    List<Thread> live = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (!threads[i].isDaemon()) {
        live.add(threads[i]);
      }
    }
    return live;
  }
}
