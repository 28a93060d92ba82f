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
 * In the child JVM: what a counter does to the process besides being read, and would do to a
 * program's.
 */
final class SideEffects {

  private static final long MAX_END_MS = 100;

  private final WatchedStream out = new WatchedStream();
  private final WatchedStream err = new WatchedStream();

  /**
   * What a program would not survive: a verdict, and the name of the thread that was left behind.
   */
  record Harm(Step step, String text) {}

  /**
   * A standard stream of this process: what a provider does to it, it would do to the program's.
   */
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
    public void write(int one) {
      printed = true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Puts watched streams in the place of the standard ones. */
  void watch() {
    System.setOut(out);
    System.setErr(err);
  }

  /** The harm done since there were only those threads; null for none. */
  @Nullable Harm harm(List<Thread> before) throws InterruptedException {
    if (out.closed || System.out != out || isClosed(1, FileDescriptor.out)) {
      return new Harm(Step.CLOSED_OUTPUT, "");
    }
    if (err.closed || System.err != err || isClosed(2, FileDescriptor.err)) {
      return new Harm(Step.CLOSED_ERROR, "");
    }
    for (Thread thread : threads()) {
      if (before.stream().noneMatch(one -> one == thread)) { // equals may be a provider's
        thread.join(MAX_END_MS);
        if (thread.isAlive()) {
          return new Harm(Step.LEFT_THREAD, thread.getName());
        }
      }
    }
    return null;
  }

  /** Whether anything was printed since this was last asked. */
  boolean takePrinted() {
    boolean printed = out.printed || err.printed;
    out.printed = false;
    err.printed = false;
    return printed;
  }

  private static boolean isClosed(int number, FileDescriptor descriptor) {
    Path descriptors = Path.of("/proc/self/fd");
    return !descriptor.valid()
        || Files.isDirectory(descriptors) && !Files.exists(descriptors.resolve("" + number));
  }

  /** The live threads that keep a JVM from ending. */
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
