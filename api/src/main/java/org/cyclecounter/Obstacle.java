// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter;

/**
 * An obstacle to a counter that this machine could have: {@link CounterReport#reason()} for code.
 * The obstacle is a setting, a limit or another program, not the processor or the operating system.
 *
 * @since 0.1.0
 */
public enum Obstacle {
  /** The kernel exposes no core PMU; usual in virtual machines. */
  NO_PMU,
  /** The kernel, a system-call filter or a security module refuses perf events: EACCES or EPERM. */
  NOT_PERMITTED,
  /** The system call does not exist, or a filter hides it: ENOSYS. */
  NO_SYSTEM_CALL,
  /** A system-call filter kills any process that opens a perf event. */
  FILTER_KILLS,
  /** The event counts, but the kernel forbids reading it without a system call. */
  NO_USER_ACCESS,
  /** Other events hold all hardware counters. */
  TAKEN,
  /** Its events share their hardware counter with others, and ran for part of the time only. */
  SHARED,
  /** A virtual PMU stands still at times while it reports that it counts. */
  STANDS_STILL,
  /** The process has reached its limit of open files: EMFILE. */
  TOO_MANY_FILES,
  /** The system has reached its limit of open files: ENFILE. */
  SYSTEM_FILES,
  /** The process has reached its limit of locked memory. */
  LOCKED_MEMORY,
  /** The native library cannot be loaded, although it is packaged for this platform. */
  NO_LIBRARY,
  /** Java denies native access to the counter's module: Java 24 and newer, if told to. */
  NATIVE_ACCESS,
  /** The counter may crash, and Java's launcher cannot be executed to probe it in a child JVM. */
  NO_LAUNCHER,
  /** The counter may crash, and no child process is available to probe it, for another reason. */
  NOT_PROBED
}
