// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.time.Duration;

/**
 * How an operation is counted.
 *
 * @param warmUp the calls before that
 * @param jvms how many JVMs count it
 * @param isStepped true for single steps alone, which are slower than blocks
 * @param limit for everything
 */
public record CountPlan(int warmUp, int jvms, boolean isStepped, Duration limit) {

  /** Runs before an operation is counted, unless set. */
  public static final int WARM_UP = 20_000;

  /** The JVMs that have to agree, unless set: a start that decides the count is seen by two. */
  public static final int JVMS = 2;

  /** The most JVMs of a count. */
  public static final int MAX_JVMS = 1_000;

  /** The time that a count may take, unless set. */
  public static final Duration LIMIT = Duration.ofSeconds(60);

  /** The plan unless set. */
  public static final CountPlan USUAL = new CountPlan(WARM_UP, JVMS, false, LIMIT);
}
