// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.cyclecounter.selector.isolation.ChildState;
import org.cyclecounter.selector.isolation.Leftovers;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * Finds a counter's changes to its process. Its methods are called one after the other, by threads
 * that do nothing else.
 */
final class SideEffects {

  /** The time in which a thread must end, or it counts as left behind. */
  private static final long MAX_END_MS = 500;

  /** The time in which processes, threads and descriptors of closed counters must go. */
  private static final long MAX_LEAK_MS = 1000;

  private volatile boolean isPrinted;
  private volatile boolean isClosed;

  /** The process's own descriptors, which stay open until it ends. */
  private final Map<String, String> own = ProcessValues.descriptors();

  /** Null before {@link #begin}. */
  private @Nullable Before before;

  /**
   * The process before a counter has run.
   *
   * @param threads the live ones
   * @param state the state that a counter must not change
   * @param descriptors their targets, by number; none if the system does not list them
   * @param leftovers finds native threads since
   * @param processes below this one
   */
  private record Before(
      Set<Thread> threads,
      ChildState state,
      ProcessValues values,
      Map<String, String> descriptors,
      Leftovers leftovers,
      Set<ProcessHandle> processes) {}

  /** Replaces the standard streams, and ends this process with its parent. */
  SideEffects() {
    InputStream parent = System.in;
    Thread watch = new Thread(() -> endWith(parent), "cyclecounter-tck-parent");
    watch.setDaemon(true);
    watch.start();
    PrintStream noting = new PrintStream(new Noting(), true, StandardCharsets.UTF_8);
    System.setIn(InputStream.nullInputStream());
    System.setOut(noting);
    System.setErr(noting);
    own.entrySet().retainAll(ProcessValues.descriptors().entrySet()); // not those of a moment
  }

  /** Notes that something is printed, and discards it. */
  private final class Noting extends OutputStream {
    @Override
    public void write(int octet) {
      isPrinted = true;
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  /** Waits for the end of the pipe from the parent, which writes nothing. */
  private static void endWith(InputStream parent) {
    try {
      while (parent.read() >= 0) {
        continue;
      }
    } catch (IOException e) {
      // It has ended, too.
    }
    endBelow();
    Runtime.getRuntime().halt(1); // shutdown hooks may be the provider's
  }

  private static Before observe() {
    // By identity: equals may be a provider's.
    Set<Thread> threads = Collections.newSetFromMap(new IdentityHashMap<>());
    threads.addAll(threads());
    ProcessValues values = new ProcessValues();
    return new Before(
        threads,
        new ChildState(),
        values,
        ProcessValues.descriptors(),
        new Leftovers(),
        processes());
  }

  /** Observes the process, on the calling thread, before the next counter. */
  void begin() {
    before = observe();
  }

  /** Returns the harm done by the calling thread since {@link #begin}; empty for none. */
  String harm() {
    if (isClosed) {
      return "it closes the program's standard output or error";
    }
    Before earlier = Objects.requireNonNull(before);
    Thread thread = leftThread(earlier, false, MAX_END_MS);
    if (thread != null) {
      return "it leaves the non-daemon thread "
          + thread.getName()
          + " behind, which keeps a program from exiting";
    }
    String change = earlier.state().changed();
    change = change.isEmpty() ? earlier.values().changeTo(new ProcessValues()) : change;
    if (!change.isEmpty()) {
      return "it changes " + change + "; it must leave it as it was";
    }
    Set<Map.Entry<String, String>> open = ProcessValues.descriptors().entrySet();
    for (Map.Entry<String, String> descriptor : own.entrySet()) {
      if (!open.contains(descriptor)) {
        return "it closes the descriptor of " + descriptor.getValue() + ", which is not its own";
      }
    }
    return "";
  }

  /**
   * Names a process, a daemon or native thread or a descriptor that an action leaves behind; empty
   * for none. Waits for it to go: the JVM closes the pipes of a program that has ended on a
   * separate thread.
   */
  String leftBy(Rule.Check action, Checker checker) throws Exception {
    Before earlier = observe();
    action.run(checker);
    long endNs = System.nanoTime() + MAX_LEAK_MS * 1_000_000;
    while (true) {
      String left = currentLeaks(earlier);
      if (left.isEmpty() || System.nanoTime() >= endNs) {
        return left;
      }
      Thread.sleep(1);
    }
  }

  private static String currentLeaks(Before before) {
    for (ProcessHandle process : processes()) {
      if (!before.processes().contains(process)) {
        return process.info().command().map(name -> "the process " + name).orElse("a process");
      }
    }
    Thread thread = leftThread(before, true, 1);
    if (thread != null) {
      return "the daemon thread " + thread.getName();
    }
    String nativeThread = before.leftovers().nativeThread();
    if (!nativeThread.isEmpty()) {
      return nativeThread;
    }
    // By their targets, too: a number is free again once the JVM has closed its own.
    Map<String, String> opened = ProcessValues.descriptors();
    opened.entrySet().removeAll(before.descriptors().entrySet());
    return opened.isEmpty() ? "" : "the descriptor of " + opened.values().iterator().next();
  }

  private static Set<ProcessHandle> processes() {
    return ProcessHandle.current().descendants().collect(Collectors.toSet());
  }

  /** Ends what a provider has started in this process, before the process ends. */
  static void endBelow() {
    processes().forEach(ProcessHandle::destroyForcibly);
  }

  /** Finds a thread that was not there before, and does not end soon; null for none. */
  private static @Nullable Thread leftThread(Before before, boolean daemon, long limitMs) {
    for (Thread thread : threads()) {
      boolean isNew = thread.isDaemon() == daemon && !before.threads().contains(thread);
      if (isNew && !TimeLimit.join(thread, limitMs)) {
        return thread;
      }
    }
    return null;
  }

  /** Returns true if anything was printed since the last call. */
  boolean takePrinted() {
    boolean wasPrinted = isPrinted;
    isPrinted = false;
    return wasPrinted;
  }

  /**
   * Lists the live threads. Their number is an estimate that may be outdated, and {@code enumerate}
   * drops what does not fit: hence twice as many.
   */
  private static List<Thread> threads() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[2 * root.activeCount() + 16];
    int count = root.enumerate(threads);
    return Arrays.asList(threads).subList(0, count);
  }
}
