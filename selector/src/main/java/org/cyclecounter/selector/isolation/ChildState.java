// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.report.RegisterNames;
import org.cyclecounter.selector.report.Signals;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The state that a program does not survive if a counter changes it: the floating-point settings of
 * the calling thread, the process's handlers of the signals that a JVM lives by, and its armed
 * timers; from {@code child_state.c}, on Linux. Elsewhere only threads and processes are seen.
 */
public final class ChildState {

  // The parts, by their numbers in child_state.c; then signals, by their numbers on x86.
  private static final int X87_CONTROL = 1;
  private static final int INTERVAL_TIMERS = 2;
  private static final int POSIX_TIMERS = 3;

  /** ILL, TRAP, BUS, FPE, SEGV, USR2, PIPE and XFSZ are a JVM's own. */
  private static final int[] PARTS = {
    0, X87_CONTROL, INTERVAL_TIMERS, POSIX_TIMERS, 4, 5, 7, 8, 11, 12, 13, 25
  };

  /** The bit of {@link RegisterNames} for the first part. */
  private static final int FLOAT_CONTROL = 28;

  /**
   * The time after which a thread or a process that is still there is left behind, in milliseconds.
   * No share of the time limit, which is made long for a busy machine.
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
    for (int i = 0; i < PARTS.length; i++) {
      if (values[i] != now.values[i]) {
        changed.add(name(PARTS[i]));
      }
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
  static String left() throws InterruptedException {
    long endNs = System.nanoTime() + MAX_ENDING_MS * 1_000_000;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!thread.isDaemon() && thread != Thread.currentThread()) {
        thread.join(MAX_ENDING_MS);
        if (thread.isAlive()) {
          return "the thread " + thread.getName();
        }
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
