// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.selector.ThirdActor;
import org.cyclecounter.selector.selection.Ranking;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/** Two bundles get a counter's service and read it while it is withdrawn. */
@JCStressTest
@Outcome(
    id = "steady, steady, open, well used",
    expect = ACCEPTABLE,
    desc = "Both have got it, and it stays open.")
@Outcome(
    id = "(steady, none|none, steady), open, well used",
    expect = ACCEPTABLE,
    desc = "One has got it, and it stays open.")
@Outcome(
    id = "none, none, (open|closed), well used",
    expect = ACCEPTABLE,
    desc = "Neither has got it.")
@Outcome(expect = FORBIDDEN, desc = "Two counters, or one that is closed while it is read.")
@State
public class CounterWhileWithdrawn {
  private final Services.Source source = new Services.Source();
  private final Ranking ranking = Services.ranking(source, 1_000_000_000);
  private final CounterServices services =
      new CounterServices(Services.CONTEXT, Services.THREAD, Services.TRACKER);
  private final CounterService published =
      new CounterService(
          ranking.counters().get(0),
          new PublishedSelection(services, ranking.report(), ranking.details()),
          CounterServices.FIRST_RANKING);
  private volatile CycleCounter first;
  private volatile CycleCounter second;

  /** Takes charge of the counter, as when it is published. */
  public CounterWhileWithdrawn() {
    services.open.add(ranking);
  }

  @Actor
  public void consumer(LLLL_Result result) {
    first = published.counter();
    result.r1 = first == null ? "none" : Services.read(first);
  }

  @Actor
  public void withdrawalAndConsumer(LLLL_Result result) {
    CompletableFuture<String> third =
        ThirdActor.start(
            () -> {
              second = published.counter();
              return second == null ? "none" : Services.read(second);
            });
    published.withdraw();
    services.open.closeAllBut(List.of());
    result.r2 = third.join();
  }

  @Arbiter
  public void end(LLLL_Result result) {
    if (first != null && second != null && first != second) {
      result.r1 = "another";
    }
    if (published.counter() != null) {
      result.r2 = "still there";
    }
    result.r3 = source.isClosed() ? "closed" : "open";
    result.r4 = source.use();
  }
}
