// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.report.RegisterNames;
import org.cyclecounter.selector.report.Signals;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.nativelib.Platform;

/**
 * The state that a counter must not change, or the program fails: of the calling thread its
 * priority, class loader, floating-point settings and blocked signals; of the process the handlers
 * of the signals that a JVM or the JDK needs, the limit of its memory, and armed timers. What Java
 * does not see is from {@code child_state.c}, on Linux.
 */
public final class ChildState {

  // The parts, by their numbers in child_state.c; signals, by their numbers on x86, are below.
  private static final int FLOATS = 100;
  private static final int X87_CONTROL = 101;
  private static final int INTERVAL_TIMERS = 102;
  private static final int POSIX_TIMERS = 103;
  private static final int BLOCKED_SIGNALS = 104;
  private static final int MEMORY_LIMIT = 105;

  // Java's.
  private static final int PRIORITY = 200;
  private static final int CLASS_LOADER = 201;

  /**
   * The signals of a JVM: ILL, TRAP, BUS, FPE and SEGV, of faults; USR2, PIPE and XFSZ. HUP, INT,
   * QUIT and TERM, of which the JDK makes shutdown and thread dumps, and CHLD of Process.
   */
  private static final int[] PARTS = {
    FLOATS,
    X87_CONTROL,
    INTERVAL_TIMERS,
    POSIX_TIMERS,
    BLOCKED_SIGNALS,
    MEMORY_LIMIT,
    PRIORITY,
    CLASS_LOADER,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    11,
    12,
    13,
    15,
    17,
    25
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

  private static final boolean CAN_OBSERVE = Platform.current().isLinux() && SelectorLibrary.load();

  private final long[] values = new long[PARTS.length];

  /** Observes the calling thread and the process; some 50 microseconds. */
  public ChildState() {
    Thread current = Thread.currentThread();
    for (int i = 0; i < PARTS.length; i++) {
      values[i] =
          switch (PARTS[i]) {
            case PRIORITY -> current.getPriority();
            case CLASS_LOADER -> System.identityHashCode(current.getContextClassLoader());
            default -> CAN_OBSERVE ? observe(PARTS[i]) : 0;
          };
    }
  }

  private static native long observe(int part);

  private static native boolean hasStarted();

  /** Returns false if this process has no child, not even one that has ended. */
  static boolean mayHaveStarted() {
    return !CAN_OBSERVE || hasStarted();
  }

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
      case BLOCKED_SIGNALS -> "the signals that its thread blocks (sigprocmask)";
      case MEMORY_LIMIT -> "the limit of the process's memory (RLIMIT_AS)";
      case PRIORITY -> "its thread's priority";
      case CLASS_LOADER -> "its thread's context class loader";
      default ->
          part >= FLOATS
              ? RegisterNames.of(1 << FLOAT_CONTROL + part - FLOATS, Platform.current()).get(0)
              : "the handler of " + Signals.name(part);
    };
  }
}
