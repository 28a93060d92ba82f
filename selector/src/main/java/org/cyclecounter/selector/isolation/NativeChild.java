// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.lang.module.ModuleDescriptor.Version;
import java.time.Duration;
import java.util.OptionalLong;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;
import org.jspecify.annotations.Nullable;

/**
 * Probes counters in a child of this process that shares its memory and runs nothing but the
 * counter's leaf function, as often as this process will: about a tenth of a millisecond each,
 * whatever the heap. On Windows it is a thread of this process with its own exception handler. No
 * other system has it; one at a time. The C side is {@code native_child.c}.
 *
 * <p>A counter is opened in this process, because its entry point is known only then. This
 * project's own execute nothing there that may crash; a third party's have been opened in a child
 * JVM before.
 *
 * <p>It runs before a program's first reading: nothing here uses a lambda, a format (cold start 1
 * and 3) or a collection, unless a counter fails.
 */
public final class NativeChild {

  /** The result, in the C side's order. */
  enum Kind {
    /** Every read returned and kept the calling convention. */
    PASSED,
    /** A read faulted; the detail is the signal's number on x86. */
    FAULT,
    /** A read changed registers that it must preserve; the detail is for {@code RegisterNames}. */
    CALLING_CONVENTION,
    /** It was ended from outside when its time was up. */
    TIMED_OUT,
    /**
     * It ended otherwise before it was done: by itself, or killed; the detail is the signal's
     * number as of {@link #FAULT}, 0 for none or if another thread has reaped it.
     */
    ENDED,
    /** The probe could not open it; the detail is for the counter's {@code refusal}. */
    OPEN_FAILED,
    /** A read gave {@link org.cyclecounter.spi.nativelib.CheckedTicks#UNREADABLE}. */
    UNREADABLE,
    /** A read gave {@link org.cyclecounter.spi.nativelib.CheckedTicks#LOST}. */
    LOST,
    /** No child could be made; the detail is the system's error. */
    NO_CHILD
  }

  /** The step that it ended in, in the C side's order. */
  enum ProbePhase {
    /** Nothing of the counter has run. */
    STARTING,
    /** The probe's {@code open}. */
    OPENING,
    /** {@link TickSource#ticks()}. */
    READING,
    /** {@link TickSource#startTicks()}. */
    READING_START,
    /** {@link TickSource#stopTicks()}. */
    READING_STOP,
    /** The probe's {@code close}. */
    CLOSING
  }

  /** True on Linux and Windows, on a processor whose library is packaged. */
  public static final boolean IS_OFFERED =
      (Platform.current().isLinux() || Platform.current().os().equals("win32"))
          && SelectorLibrary.LIBRARY.isPackaged();

  /** Reads of each ordered kind, start() and stop(). */
  private static final int ORDERED_READS = 100;

  /** Private, as all locks: a program may hold the monitor of any class. */
  private static final Object LOCK = new Object();

  private NativeChild() {}

  /** Returns why a counter cannot be probed in this process; null if it can. Loads the library. */
  private static @Nullable Rejection notRunnableReason(TickSource source) {
    if (!IS_OFFERED) {
      return Rejection.of(Code.NATIVE_NOT_OFFERED, Platform.current().prefix());
    }
    if (!NativeTicks.hasProbe(source) && entryPoint(source) == 0) {
      return Rejection.of(Code.NO_ENTRY_POINT);
    }
    try {
      SelectorLibrary.LIBRARY.load();
      return null;
    } catch (CounterUnavailableException e) {
      return Rejection.of(Code.NATIVE_NOT_LOADED, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Probes a counter that has been opened in this process, which will read it as often next.
   *
   * @param reads the number of plain reads
   * @param limitSeconds the time limit for all of them
   * @return never throws: a reason why it cannot be probed is a result, too
   */
  public static IsolationResult probe(TickSource source, int reads, int limitSeconds) {
    long startNs = System.nanoTime();
    Rejection problem = notRunnableReason(source);
    long packed = problem == null ? run(source, reads, ORDERED_READS, limitSeconds) : 0;
    if ((packed & 0xf) == 0) { // PASSED, without a class that explains failures: cold start 15
      Duration cost = Duration.ofNanos(System.nanoTime() - startNs);
      Result result = problem == null ? Result.PASSED : Result.NOT_PROBED;
      return new IsolationResult(result, problem, true, false, null, cost);
    }
    NativeOutcome outcome = NativeOutcome.of(packed);
    if (outcome.kind() == Kind.FAULT && NativeTicks.hasProbe(source)) {
      // The kernel may just have forbidden its reads: then opening it once more says so.
      NativeOutcome second = NativeOutcome.of(run(source, 1, 1, limitSeconds));
      outcome = second.kind() == Kind.OPEN_FAILED ? second : outcome;
    }
    return outcome.explain(source, limitSeconds, Duration.ofNanos(System.nanoTime() - startNs));
  }

  /**
   * Probes in C.
   *
   * @param probe the address of a {@code struct cc_probe}, which opens, reads and closes; 0 for
   *     none
   * @param ticks the address of the function that reads; 0 where there is a probe
   * @param start the address of the ordered read; 0 for none
   * @param stop the address of the other ordered read; 0 for none
   * @param reads the number of plain reads
   * @param orderedReads the number of reads of {@code start}, and of {@code stop}
   * @param limitS for everything, in seconds
   * @param fork true for an ordinary fork, which costs more the larger the heap
   * @return as {@link NativeOutcome#of} unpacks it
   */
  private static native long run(
      long probe,
      long ticks,
      long start,
      long stop,
      int reads,
      int orderedReads,
      int limitS,
      boolean fork);

  /** Returns the address of the function that reads a counter; 0 for none. */
  static long entryPoint(TickSource source) {
    OptionalLong address = source.entryPoint(); // of a third party, which may return null
    return address != null && address.isPresent() ? address.getAsLong() : 0;
  }

  /**
   * Reads an open counter in a child, before it is read here; it must have a probe, with which the
   * child opens it, or an entry point, and the library must be loaded. {@link NativeTicks} also get
   * {@code orderedReads} of each kind.
   *
   * @return 0 in the last four bits if it passed; all of it is for {@link NativeOutcome#of}
   */
  static long run(TickSource source, int reads, int orderedReads, int limitSeconds) {
    long probe = 0;
    long start = 0;
    long stop = 0;
    if (source instanceof NativeTicks natively) {
      probe = natively.probe();
      start = natively.startAddress();
      stop = natively.stopAddress();
    }
    long ticks = probe != 0 ? 0 : entryPoint(source);
    // A seccomp filter may kill a child that opens events, with a core dump.
    boolean fork = probe != 0 && dumpsAllThatShareMemory(System.getProperty("os.version", ""));
    synchronized (LOCK) {
      return run(probe, ticks, start, stop, reads, orderedReads, limitSeconds, fork);
    }
  }

  /**
   * Returns true if a core dump ends every process that shares the memory: before Linux 5.16,
   * commit 0258b5fd7c71 ("coredump: Limit coredumps to a single thread group").
   */
  static boolean dumpsAllThatShareMemory(String release) {
    try {
      return Version.parse(release).compareTo(Version.parse("5.16-0")) < 0; // 5.16-rc1 does not
    } catch (IllegalArgumentException e) {
      return true; // of an unknown form
    }
  }
}
