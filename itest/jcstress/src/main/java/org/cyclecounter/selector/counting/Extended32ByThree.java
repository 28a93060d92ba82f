// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import org.cyclecounter.selector.ThirdActor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Three threads extend one 32-bit counter while it wraps. */
@JCStressTest
@Outcome(id = "right, right, right", expect = ACCEPTABLE, desc = "Every reading is the count.")
@Outcome(expect = FORBIDDEN, desc = "A reading is a wrap off.")
@State
public class Extended32ByThree {
  private final Extended32Stress machine = new Extended32Stress();

  @Actor
  public void first(LLL_Result result) {
    result.r1 = machine.read();
  }

  @Actor
  public void secondAndThird(LLL_Result result) {
    CompletableFuture<String> third = ThirdActor.start(machine::read);
    result.r2 = machine.read();
    result.r3 = third.join();
  }
}
