// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.ThirdActor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/** Three threads make the first reading of a selection that all of them share. */
@JCStressTest
@Outcome(
    id = SteadyProvider.NAME + ", " + SteadyProvider.NAME + ", " + SteadyProvider.NAME + ", one",
    expect = ACCEPTABLE,
    desc = "All read the selected counter.")
@Outcome(expect = FORBIDDEN, desc = "A reader has another counter, or one that is not ready.")
@State
public class FirstReaders {
  private final SharedSelection selection = new SharedSelection();
  private volatile CycleCounter first;
  private volatile CycleCounter second;
  private volatile CycleCounter third;

  private static String read(CycleCounter counter) {
    long cycles = counter.cycles();
    return cycles > 0 && counter.start() >= cycles ? counter.implementation() : "not ready";
  }

  @Actor
  public void first(LLLL_Result result) {
    first = selection.get();
    result.r1 = read(first);
  }

  @Actor
  public void secondAndThird(LLLL_Result result) {
    CompletableFuture<String> other =
        ThirdActor.start(
            () -> {
              third = selection.get();
              return read(third);
            });
    second = selection.get();
    result.r2 = read(second);
    result.r3 = other.join();
  }

  @Arbiter
  public void end(LLLL_Result result) {
    CycleCounter settled = selection.get();
    boolean isOne = List.of(first, second, third).stream().allMatch(read -> read == settled);
    result.r4 = isOne ? "one" : "several";
  }
}
