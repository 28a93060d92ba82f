// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

/**
 * Hears what child JVMs are doing; on the thread that started them, or one that reads from them.
 */
@FunctionalInterface
public interface Phases {

  /** Hears nothing. */
  Phases NONE = (phase, percent) -> {};

  /**
   * A phase has begun, or has gone on.
   *
   * @param phase such as "warm-up"
   * @param percent of it that is over
   */
  void at(String phase, int percent);
}
