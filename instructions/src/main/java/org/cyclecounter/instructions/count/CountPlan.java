// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import java.time.Duration;

/**
 * The plan of a count: its warm-up, child JVMs and limit.
 *
 * @param warmUp the calls before the counted ones
 * @param jvms how many JVMs count it
 * @param limit the processor time of each JVM
 * @param isPortable true for code that does not depend on the processor
 * @param isStepped true for single steps alone, which are slower than blocks
 */
public record CountPlan(
    int warmUp, int jvms, Duration limit, boolean isPortable, boolean isStepped) {

  /** The calls before an operation is counted, unless set. */
  public static final int WARM_UP = 20_000;

  /** The JVMs that have to agree, unless set: two show that the JVM's start decides a count. */
  public static final int JVMS = 2;

  /** The most JVMs of a count. */
  public static final int MAX_JVMS = 1_000;

  /** The processor time that each JVM may take, unless set. */
  public static final Duration LIMIT = Duration.ofSeconds(60);

  /** The plan unless set. */
  public static final CountPlan USUAL = new CountPlan(WARM_UP, JVMS, LIMIT, false, false);

  /** Returns a plan with this warm-up. */
  public CountPlan withWarmUp(int calls) {
    return new CountPlan(calls, jvms, limit, isPortable, isStepped);
  }

  /** Returns a plan with so many JVMs. */
  public CountPlan withJvms(int count) {
    return new CountPlan(warmUp, count, limit, isPortable, isStepped);
  }

  /** Returns a plan with this limit. */
  public CountPlan withLimit(Duration most) {
    return new CountPlan(warmUp, jvms, most, isPortable, isStepped);
  }

  /** Returns a plan for portable code. */
  public CountPlan portable() {
    return new CountPlan(warmUp, jvms, limit, true, isStepped);
  }
}
