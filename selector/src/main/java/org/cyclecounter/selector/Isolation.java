package org.cyclecounter.selector;

/** Where a counter that may crash is first run. */
public enum Isolation {
  /** The cheapest safe way for each counter. */
  AUTO,
  /**
   * In a native child of this process on Linux, in a guarded thread on Windows; what has no entry
   * point for that is rejected. Every counter is opened in this process, a third party's in a child
   * JVM before.
   */
  NATIVE,
  /** In a Java process of its own. */
  JVM,
  /** In this process, unprotected: a crash takes it down. For counters that are known to work. */
  NONE
}
