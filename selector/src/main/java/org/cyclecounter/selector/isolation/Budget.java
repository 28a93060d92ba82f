// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import java.time.Duration;
import org.cyclecounter.selector.child.ChildJvm;
import org.cyclecounter.selector.support.TimeLimit;
import org.jspecify.annotations.Nullable;

/**
 * The time that third parties together may take of a program's first reading: processor time of the
 * child JVMs, and wall time. Both are counted from when the first child is ready; later children
 * count whole. Each task has a share of the rest, so a hang costs only its own share. Not
 * thread-safe. All parameters are in nanoseconds; times are those of nanoTime.
 */
final class Budget {

  /** For a report: more than the limits of the steps allow. */
  private static final Duration UNLIMITED = Duration.ofDays(10_000);

  /** The wall time of a first reading, in limits of a step. */
  private static final int STEPS = 4;

  /** The least processor time of a task. */
  private static final long LEAST_PROCESSOR_NS = 250_000_000;

  private final long processorNs;
  private final long wallNs;

  /** False before the first child is ready. */
  private boolean hasBegun;

  private long sinceNs;

  /** The processor time of the children that have ended, without the start of the first. */
  private long endedNs;

  /** The processor time at which the share of the current task is used up. */
  private long shareProcessorNs;

  /** The time at which the share of the current task is used up. */
  private long shareEndNs;

  /** Limits the processor time and the wall time. */
  Budget(Duration processor, Duration wall) {
    processorNs = processor.toNanos();
    wallNs = wall.toNanos();
  }

  /** Makes the budget of a first reading, or one without limits. */
  static Budget of(boolean isFirstReading) {
    Duration processor = Duration.ofSeconds(TimeLimit.thirdPartySeconds());
    Duration wall = Duration.ofSeconds((long) STEPS * TimeLimit.seconds());
    return isFirstReading ? new Budget(processor, wall) : new Budget(UNLIMITED, UNLIMITED);
  }

  /** Returns the processor time, for people. */
  String seconds() {
    return Long.toString(processorNs / 1_000_000_000);
  }

  /** Notes that a child is ready for its first task. */
  void begin(ChildJvm child, long nowNs) {
    if (!hasBegun) {
      hasBegun = true;
      sinceNs = nowNs;
      endedNs = -child.processorNanos();
    }
  }

  /** Returns true if nothing is left for another task. */
  boolean isUsedUp(@Nullable ChildJvm running, long nowNs) {
    long childNs = running == null ? 0 : running.processorNanos();
    return hasBegun && (endedNs + childNs >= processorNs || nowNs - sinceNs >= wallNs);
  }

  /**
   * Gives the next task its share.
   *
   * @param tasks the number of tasks left, this one included
   * @param stepNs the limit of a step; the share is at least half of it
   */
  void share(ChildJvm child, long nowNs, int tasks, long stepNs) {
    long usedNs = endedNs + child.processorNanos();
    shareProcessorNs = usedNs + Math.max(LEAST_PROCESSOR_NS, (processorNs - usedNs) / tasks);
    shareEndNs = nowNs + Math.max(stepNs / 2, (sinceNs + wallNs - nowNs) / tasks);
  }

  /** Returns true if the current task has used up its share. */
  boolean isShareUsedUp(ChildJvm child, long nowNs) {
    return endedNs + child.processorNanos() > shareProcessorNs || nowNs - shareEndNs > 0;
  }

  /** Notes that a child has ended, or is about to be killed. */
  void end(ChildJvm child) {
    endedNs += child.processorNanos();
  }
}
