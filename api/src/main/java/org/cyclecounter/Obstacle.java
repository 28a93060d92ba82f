package org.cyclecounter;

/**
 * What keeps a counter from working that this machine might have: the evidence behind {@link
 * CounterReport#reason()}, for code. A setting, a limit or another program stands in the way, not
 * the processor or the operating system.
 */
public enum Obstacle {
  /** The kernel shows no PMU that counts what cores do; usual in virtual machines. */
  NO_PMU,
  /** The kernel, a system-call filter or a security module refuses perf events: EACCES or EPERM. */
  NOT_PERMITTED,
  /** There is no such system call, or a filter says so: ENOSYS. */
  NO_SYSTEM_CALL,
  /** A system-call filter ends whatever opens a perf event. */
  FILTER_KILLS,
  /** The event counts, and the kernel does not allow it to be read without a system call. */
  NO_USER_ACCESS,
  /** Other events have all hardware counters. */
  TAKEN,
  /** Its events share their hardware counter with others, and ran for a part of the time only. */
  SHARED,
  /** A virtual PMU stands still at times while it says that it counts. */
  STANDS_STILL,
  /** The process, or the system, may open no more files. */
  TOO_MANY_FILES,
  /** The process may lock no more memory. */
  LOCKED_MEMORY,
  /** The native library cannot be loaded, although it is packaged for this platform. */
  NO_LIBRARY,
  /** It may crash, and there is no process to try it in first. */
  NOT_TRIED
}
