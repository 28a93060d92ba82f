// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.ChildReasons.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, in a child JVM, what a counter does to the process besides being read: it would do the
 * same to a program's. Public for the kit of tests, whose child JVMs run one provider each. All
 * calls are made on threads that do nothing else meanwhile, one after the other.
 */
public final class SideEffects {

  /**
   * The time after which a thing that is still there is left behind, in milliseconds. No share of
   * the time limit, which is made long for a busy machine: where something is left behind, all of
   * this time is waited for.
   */
  private static final long MAX_LEFT_MS = 1250;

  /** Descriptors that reads may open once, such as a JAR's of which they need another class. */
  private static final int MAX_OPENED_BY_READS = 8;

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private final Watched out = new Watched();
  private final Watched err = new Watched();
  private volatile boolean isPrinted;

  /**
   * For threads that are about to end; one that goes on is left behind. A share of the time limit,
   * because an ending thread waits for a processor on a busy machine.
   */
  private final long endMs;

  /** The child's own descriptors, which stay open until it ends. */
  private final Map<String, String> own;

  /** Null before {@link #begin}. */
  private @Nullable Before before;

  /**
   * The process before a counter has run.
   *
   * @param threads the live ones
   * @param state everything else
   * @param descriptors by number, with what they are open for; none where the system does not tell
   * @param processes below this one
   */
  private record Before(
      Set<Thread> threads,
      ProcessState state,
      Map<String, String> descriptors,
      Set<ProcessHandle> processes) {}

  /** Stands for a standard stream; prints nothing, because the output carries the reports. */
  private final class Watched extends OutputStream {
    private final PrintStream stream = new PrintStream(this, false, StandardCharsets.UTF_8);
    private volatile boolean isClosed;

    @Override
    public void write(int octet) {
      isPrinted = true;
    }

    @Override
    public void close() {
      isClosed = true;
    }

    /** Also where only the system knows, such as after a native close(2); on Linux. */
    boolean isLost(PrintStream now, int number, FileDescriptor descriptor) {
      return isClosed
          || now != stream
          || !descriptor.valid()
          || Files.isDirectory(DESCRIPTORS) && !Files.exists(DESCRIPTORS.resolve("" + number));
    }
  }

  /**
   * Begins to watch this process, before any provider's code runs in it, and ends it with its
   * parent; replaces the standard streams. The calling thread lives as long as the process.
   *
   * @param parentPid the process that started this one, and keeps a pipe to its standard input
   */
  public SideEffects(long parentPid) {
    this(parentPid, TimeLimit.seconds());
  }

  SideEffects(long parentPid, int limitSeconds) {
    endMs = Math.min(limitSeconds * 100L, MAX_LEFT_MS);
    ParentWatch.start(parentPid);
    ChildSession.begin();
    System.setOut(out.stream);
    System.setErr(err.stream);
    own = descriptors();
    own.entrySet().retainAll(descriptors().entrySet());
  }

  private Before observe() {
    // By identity: equals may be a provider's.
    Set<Thread> threads = Collections.newSetFromMap(new IdentityHashMap<>());
    threads.addAll(threads());
    ProcessState state = ProcessState.ofChild();
    Map<String, String> open = descriptors(); // last: what opened one for the first time has run
    state.addDescriptors(own, open);
    return new Before(threads, state, open, ChildSession.below());
  }

  /** Takes the process as it is now for what the next counter finds, on the calling thread. */
  public void begin() {
    before = observe();
  }

  /**
   * Returns the harm done by the calling thread since {@link #begin}, one sentence; empty for none.
   *
   * @param phase the last step, for the sentence
   */
  public String harm(Phase phase) throws InterruptedException {
    try {
      if (out.isLost(System.out, 1, FileDescriptor.out)) {
        return ChildReasons.CLOSES_OUTPUT;
      }
      if (err.isLost(System.err, 2, FileDescriptor.err)) {
        return ChildReasons.CLOSES_ERROR;
      }
      Before earlier = Objects.requireNonNull(before);
      Thread thread = leftThread(earlier, false, endMs);
      if (thread != null) {
        return ChildReasons.leavesThread(thread.getName());
      }
      String change = earlier.state().changeTo(observe().state());
      return change.isEmpty() ? "" : ChildReasons.changes(change, phase);
    } catch (SecurityException e) {
      return ChildReasons.changes(ProcessState.SECURITY_MANAGER, phase);
    }
  }

  /** Returns the harm if reads have opened descriptors without end; empty if not. */
  static String ofReads(Map<String, String> before) {
    List<String> opened = opened(before);
    return opened.size() <= MAX_OPENED_BY_READS
        ? ""
        : ChildReasons.readsOpen(opened.size(), opened.get(0));
  }

  /**
   * Returns the harm of leaving something behind each time; empty for none. A library may leave
   * something once in a process, such as JNA's thread that cleans up, or a JAR that is open from
   * now on: where there is a process, a daemon thread or a descriptor more than at {@link #begin},
   * it is done again.
   *
   * @param again does it again
   */
  String leftEachTime(Callable<?> again) throws Exception {
    boolean hasLeft = !leftNow(Objects.requireNonNull(before)).isEmpty();
    String left = hasLeft ? leftBy(again, MAX_LEFT_MS) : "";
    return left.isEmpty() ? "" : ChildReasons.leavesEachTime(left);
  }

  /**
   * Names a process, a daemon thread or a descriptor that is there after an action and was not
   * before; empty for none. Waits for it to go: the JVM closes the pipes of a program that has
   * ended on a separate thread.
   */
  public String leftBy(Callable<?> action, long limitMs) throws Exception {
    Before earlier = observe();
    Object unused = action.call();
    long endNs = System.nanoTime() + limitMs * 1_000_000;
    while (true) {
      String left = leftNow(earlier);
      if (left.isEmpty() || System.nanoTime() >= endNs) {
        return left;
      }
      Thread.sleep(1);
    }
  }

  private static String leftNow(Before before) throws InterruptedException {
    for (ProcessHandle process : ChildSession.below()) {
      if (!before.processes().contains(process)) {
        return process.info().command().map(name -> "the process " + name).orElse("a process");
      }
    }
    Thread thread = leftThread(before, true, 1);
    if (thread != null) {
      return "the daemon thread " + thread.getName();
    }
    List<String> opened = opened(before.descriptors());
    return opened.isEmpty() ? "" : "the descriptor of " + opened.get(0);
  }

  /** Finds a thread that was not there before, and does not end soon; null for none. */
  private static @Nullable Thread leftThread(Before before, boolean daemon, long limitMs)
      throws InterruptedException {
    for (Thread thread : threads()) {
      if (thread.isDaemon() == daemon && !before.threads().contains(thread)) {
        thread.join(limitMs);
        if (thread.isAlive()) {
          return thread;
        }
      }
    }
    return null;
  }

  /** By what they are open for, too: a number is free again once the JVM has closed its own. */
  private static List<String> opened(Map<String, String> before) {
    Map<String, String> now = descriptors();
    now.entrySet().removeAll(before.entrySet());
    return List.copyOf(now.values());
  }

  /** Lists the open descriptors; on Linux. */
  static Map<String, String> descriptors() {
    Map<String, String> open = new TreeMap<>();
    String[] numbers = DESCRIPTORS.toFile().list();
    for (String number : numbers == null ? new String[0] : numbers) {
      try {
        String target = Files.readSymbolicLink(DESCRIPTORS.resolve(number)).toString();
        open.put(number, target.replace(" (deleted)", "")); // the JAR that has started this child
      } catch (IOException e) {
        continue; // the list's own, which is closed again
      }
    }
    return open;
  }

  /** Returns true if anything was printed since the last call. */
  public boolean takePrinted() {
    boolean wasPrinted = isPrinted;
    isPrinted = false;
    return wasPrinted;
  }

  /** Ends what a provider has started in this process, before the process ends. */
  public static void endBelow() {
    ChildSession.endBelow(ProcessHandle.current());
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
