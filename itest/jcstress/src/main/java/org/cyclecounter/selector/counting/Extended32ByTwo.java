// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Two threads extend one 32-bit counter while it wraps. */
@JCStressTest
@Outcome(id = "right, right", expect = ACCEPTABLE, desc = "Every reading is the count.")
@Outcome(expect = FORBIDDEN, desc = "A reading is a wrap off.")
@State
public class Extended32ByTwo {
  private final Extended32Stress machine = new Extended32Stress();

  @Actor
  public void first(LL_Result result) {
    result.r1 = machine.read();
  }

  @Actor
  public void second(LL_Result result) {
    result.r2 = machine.read();
  }
}
