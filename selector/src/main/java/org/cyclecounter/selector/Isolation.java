// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

/**
 * The process in which a counter that may crash is probed.
 *
 * @since 0.1.0
 */
public enum Isolation {
  /** The cheapest safe way for each counter. */
  AUTO,
  /**
   * In a native child of this process on Linux, in a guarded thread on Windows; a counter without
   * an entry point is rejected. Every counter is then opened in this process; a third-party one is
   * first opened in a child JVM.
   */
  NATIVE,
  /** In a separate Java process. */
  JVM,
  /**
   * In this process, unprotected: a crash ends it. For counters that are known to work. Third
   * parties' providers that are found on the path are created here, too.
   */
  NONE
}
