// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

/** Listens to how far a child JVM is; called on a thread that reads from it. */
@FunctionalInterface
public interface Progress {

  /** A phase of counting one operation, in this order. */
  enum Phase {
    WARM_UP,
    STEPS
  }

  /** Hears that so many hundredths of a phase are done. */
  void at(Phase phase, int percent);
}
