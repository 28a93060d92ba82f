// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.stepping;

/**
 * Receives the phases of child JVMs, on the thread that started them and on those that read from
 * them.
 */
@FunctionalInterface
public interface PhaseListener {

  /** Ignores them. */
  PhaseListener NONE = (phase, percent) -> {};

  /**
   * Receives the beginning of a phase, or its progress.
   *
   * @param phase a name such as "warm-up"
   * @param percent the part of the phase that is over, 0 to 99
   */
  void at(String phase, int percent);
}
