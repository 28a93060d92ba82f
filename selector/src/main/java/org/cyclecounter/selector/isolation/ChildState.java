// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.report.RegisterNames;
import org.cyclecounter.selector.report.Signals;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The state that a counter must not change, or the program fails: the floating-point settings of
 * the calling thread, the process's handlers of the signals that a JVM needs, and its armed timers;
 * from {@code child_state.c}, on Linux. Elsewhere only threads and processes are observed.
 */
public final class ChildState {

  // The parts, by their numbers in child_state.c; then signals, by their numbers on x86.
  private static final int X87_CONTROL = 1;
  private static final int INTERVAL_TIMERS = 2;
  private static final int POSIX_TIMERS = 3;

  /** The signals of a JVM: ILL, TRAP, BUS, FPE and SEGV, of faults; USR2, PIPE and XFSZ. */
  private static final int[] PARTS = {
    0, X87_CONTROL, INTERVAL_TIMERS, POSIX_TIMERS, 4, 5, 7, 8, 11, 12, 13, 25
  };

  // The first and the last signal of a fault.
  private static final int SIGILL = 4;
  private static final int SIGSEGV = 11;

  /**
   * The time in which a JVM that dies of a fault ends, in milliseconds. Hazard: it first replaces
   * the handlers of the fault signals, which looks like a change by the counter.
   */
  private static final long MAX_DYING_MS = 200;

  /** The bit of {@link RegisterNames} for the first part. */
  private static final int FLOAT_CONTROL = 28;

  /**
   * The time after which a thread or a process that still runs counts as left behind, in
   * milliseconds. Not a share of the time limit, which users raise for busy machines.
   */
  private static final long MAX_ENDING_MS = 1250;

  private static final boolean CAN_OBSERVE = Platform.current().isLinux() && SelectorLibrary.load();

  private final long[] values = new long[PARTS.length];

  /** Observes the calling thread and the process; some 50 microseconds. */
  public ChildState() {
    for (int i = 0; CAN_OBSERVE && i < PARTS.length; i++) {
      values[i] = observe(PARTS[i]);
    }
  }

  private static native long observe(int part);

  private static native boolean hasStarted();

  private static native void pin(int number);

  /** Lets the calling thread run on one processor, the nth that it may use, if there is one. */
  static void useProcessor(int number) {
    if (CAN_OBSERVE) {
      pin(number);
    }
  }

  /** Names what has changed since, on the same thread; empty if nothing has. */
  public String changed() {
    ChildState now = new ChildState();
    List<String> changed = new ArrayList<>();
    boolean mayBeDying = false;
    for (int i = 0; i < PARTS.length; i++) {
      if (values[i] != now.values[i]) {
        changed.add(name(PARTS[i]));
        mayBeDying |= PARTS[i] >= SIGILL && PARTS[i] <= SIGSEGV;
      }
    }
    if (mayBeDying) {
      TimeLimit.await(changed, () -> false, MAX_DYING_MS); // only a crash ends this earlier
    }
    return String.join(", ", changed);
  }

  private static String name(int part) {
    return switch (part) {
      case INTERVAL_TIMERS -> "a timer (setitimer)";
      case POSIX_TIMERS -> "a timer (timer_create)";
      default ->
          part <= X87_CONTROL
              ? RegisterNames.of(1 << FLOAT_CONTROL + part, Platform.current()).get(0)
              : "the handler of " + Signals.name(part);
    };
  }

  /**
   * Names a non-daemon thread beside the calling one, or a process below this one, that does not
   * end by itself; empty for none. Kills all processes below this one.
   */
  static String leftBehind() throws InterruptedException {
    long endNs = System.nanoTime() + MAX_ENDING_MS * 1_000_000;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      boolean mustEnd = !thread.isDaemon() && thread != Thread.currentThread();
      if (mustEnd && !TimeLimit.join(thread, MAX_ENDING_MS)) {
        return "the thread " + thread.getName();
      }
    }
    // Looked for only if there may be any; a zombie has no command.
    while (!CAN_OBSERVE || hasStarted()) {
      Optional<String> process =
          ProcessHandle.current()
              .descendants()
              .map(ProcessHandle::info)
              .flatMap(info -> info.command().or(info::commandLine).stream())
              .findFirst();
      if (process.isEmpty()) {
        break;
      }
      if (System.nanoTime() >= endNs) {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        return "the process " + process.get();
      }
      Thread.sleep(10);
    }
    return "";
  }
}
