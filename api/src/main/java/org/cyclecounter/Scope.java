// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter;

/**
 * The readings of a counter that may be subtracted from each other. Require {@link #SYSTEM} if
 * virtual threads read the counter or readings of different threads are compared.
 *
 * @since 0.1.0
 */
public enum Scope {
  /**
   * Two readings by one operating-system thread. The counter follows the thread from core to core
   * and stands still while the thread does not run. A virtual thread reads the counter of its
   * carrier.
   */
  THREAD,
  /** Two readings on one core. A thread that migrates in between gets a meaningless difference. */
  CORE,
  /** Any two readings on the machine. */
  SYSTEM
}
