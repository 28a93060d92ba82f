// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.osgi;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import org.cyclecounter.selector.ThirdActor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/**
 * Two bundles ask for the present selection's counter and read it while the next selection is
 * published.
 */
@JCStressTest
@Outcome(
    id = "(steady|withdrawn), (steady|withdrawn), steady, well used",
    expect = ACCEPTABLE,
    desc = "The counter, or the documented exception; afterwards the newest counter.")
@Outcome(expect = FORBIDDEN, desc = "Anything else, or a counter that is closed while it is read.")
@State
public class CounterWhileSelected {
  private final Services.Source before = new Services.Source();
  private final Services.Source after = new Services.Source();
  private final CounterServices services =
      new CounterServices(Services.CONTEXT, Services.THREAD, Services.TRACKER);

  /** Publishes the first selection. */
  public CounterWhileSelected() {
    publish(before, 1_000_000_000);
  }

  private void publish(Services.Source source, long cyclesPerSecond) {
    services.publish(Services.ranking(source, cyclesPerSecond));
  }

  private String read() {
    try {
      return Services.read(services.newest().counter());
    } catch (IllegalStateException e) {
      return String.valueOf(e.getMessage()).contains("has been withdrawn") ? "withdrawn" : "fails";
    }
  }

  @Actor
  public void consumer(LLLL_Result result) {
    result.r1 = read();
  }

  @Actor
  public void selectionAndConsumer(LLLL_Result result) {
    CompletableFuture<String> third = ThirdActor.start(this::read);
    publish(after, 2_000_000_000);
    result.r2 = third.join();
  }

  @Arbiter
  public void end(LLLL_Result result) {
    result.r3 = read();
    result.r4 = before.use().equals(after.use()) ? before.use() : "read closed";
    services.close();
  }
}
