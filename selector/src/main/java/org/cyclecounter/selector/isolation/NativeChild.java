// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.util.OptionalLong;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;

/**
 * Reads a counter in a child of this process that shares its memory (on Windows in a guarded
 * thread) as often as this process will; the C side is {@code native_child.c}. {@link
 * SelectorLibrary} must have been loaded. One at a time.
 *
 * <p>It runs before a program's first reading: nothing here uses a lambda, a format (cold start 1
 * and 3) or a collection.
 */
final class NativeChild {

  /** The result, in the C side's order. */
  enum Kind {
    /** Every read returned and kept the calling convention. */
    PASSED,
    /** A read faulted; the detail is the signal's number on x86. */
    FAULT,
    /** A read returned, but changed what it must not: the detail is for {@link RegisterNames}. */
    CALLING_CONVENTION,
    /** It was ended from outside when its time was up. */
    TIMED_OUT,
    /**
     * It ended in another way before it was done: by itself, or killed; the detail is the signal's
     * number as of {@link #FAULT}, 0 for none or where somebody else has reaped it.
     */
    ENDED,
    /** The probe could not open it; the detail is for the counter's {@code refusal}. */
    OPEN_FAILED,
    /** A read gave {@link org.cyclecounter.spi.nativelib.CheckedTicks#UNREADABLE}. */
    UNREADABLE,
    /** A read gave {@link org.cyclecounter.spi.nativelib.CheckedTicks#LOST}. */
    LOST,
    /** It made a system call that would change this process; the detail is its number. */
    FORBIDDEN_CALL,
    /** No child could be made; the detail is the system's error. */
    NO_CHILD
  }

  /** The step that it ended in, in the C side's order. */
  enum Phase {
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

  /** Private, as all locks: a program may hold the monitor of any class. */
  private static final Object LOCK = new Object();

  private NativeChild() {}

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

  /** Returns true if a counter can be read in a child: if it has a probe or an entry point. */
  static boolean canRun(TickSource source) {
    if (NativeTicks.hasProbe(source)) { // with which the child opens it
      return true;
    }
    OptionalLong entryPoint = source.entryPoint(); // of a third party, which may return null
    return entryPoint != null && entryPoint.isPresent();
  }

  /**
   * Reads an open counter in a child, before it is read here; {@link #canRun} of it must be true.
   * Only {@link NativeTicks} are read in order, so many times each.
   *
   * @return 0 in the last four bits if it {@link #passed}; all of it is for {@link
   *     NativeOutcome#of}
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
    OptionalLong entryPoint = probe != 0 ? OptionalLong.empty() : source.entryPoint();
    long ticks = entryPoint.isPresent() ? entryPoint.getAsLong() : 0;
    // What opens something may be killed by a filter of system calls, with a core dump.
    boolean fork = probe != 0 && dumpsAllThatShareMemory(System.getProperty("os.version", ""));
    synchronized (LOCK) {
      return run(probe, ticks, start, stop, reads, orderedReads, limitSeconds, fork);
    }
  }

  /**
   * Unpacks {@link Kind#PASSED} only, without the classes that explain a failure: cold start 15.
   */
  static boolean passed(long packed) {
    return (packed & 0xf) == 0;
  }

  /**
   * Returns true if a core dump ends every process that shares the memory: before Linux 5.16,
   * commit 0258b5fd7c71 ("coredump: Limit coredumps to a single thread group").
   */
  static boolean dumpsAllThatShareMemory(String release) {
    int dot = release.indexOf('.');
    int major = number(release, 0);
    int minor = dot < 0 ? -1 : number(release, dot + 1);
    return minor < 0 || major < 5 || major == 5 && minor < 16;
  }

  /** Parses digits from an index on; -1 where there are none. A release may end in anything. */
  private static int number(String text, int from) {
    int number = -1;
    for (int i = from; i < text.length() && number < 100_000; i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        break;
      }
      number = Math.max(number, 0) * 10 + digit - '0';
    }
    return number;
  }
}
