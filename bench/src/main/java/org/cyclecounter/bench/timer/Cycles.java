package org.cyclecounter.bench.timer;

import org.cyclecounter.CycleCounter;
import org.jspecify.annotations.Nullable;

/**
 * A cycle subtimer in use.
 *
 * @param name its name in the configuration
 * @param description what it is, for people
 * @param counter what is read; null where no cycles are wanted
 * @param sort what it counts
 */
record Cycles(String name, String description, @Nullable CycleCounter counter, Sort sort) {

  /** What is counted, as far as it matters to what a rate means. */
  enum Sort {
    /** A core's cycles while the reading thread runs. */
    CORE,
    /** A clock's ticks, whether the thread runs or not. */
    CLOCK,
    /** Anything else. */
    OTHER
  }
}
