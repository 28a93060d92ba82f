// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.ThirdActor;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.TickSource;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLLL_Result;

/**
 * Three threads read while the kernel takes the counter away, and then its successor; one of them
 * links the successor anew meanwhile. The arbiter sees where the chain has ended, and the reports.
 */
@JCStressTest
@Outcome(
    id = "rising, rising, rising, last, 2 losses in 2 reports",
    expect = ACCEPTABLE,
    desc = "All go on with the successor.")
@Outcome(expect = FORBIDDEN, desc = "A reading falls, or a loss counts twice or not at all.")
@State
public class FailoverInUse {
  private static final int READS = 30;
  private static final int READS_UNTIL_LOST = 20;
  private static final int LIMIT_S = 20;

  private final CycleCounter first = new TickCounter(new Losable(), "first", Scope.THREAD, 1);
  private final CycleCounter second = new TickCounter(new Losable(), "second", Scope.THREAD, 1);
  private final CycleCounter last =
      new TickCounter(new AtomicLong()::incrementAndGet, "last", Scope.SYSTEM, 1);
  private final AtomicInteger reports = new AtomicInteger();
  private final FallbackChain chain = new FallbackChain(List.of(first, second, last), new long[3]);
  private final FailoverCounter counter = new FailoverCounter(first, chain);

  /** Registers the listener. */
  public FailoverInUse() {
    chain.onLoss(reports::incrementAndGet);
  }

  private static final class Losable implements TickSource {
    private static final CounterLostException LOSS = new CounterLostException("taken away");
    private final AtomicLong ticks = new AtomicLong();

    @Override
    public long ticks() {
      long now = ticks.incrementAndGet();
      if (now > READS_UNTIL_LOST) {
        throw LOSS;
      }
      return now;
    }
  }

  private String read() {
    long before = Long.MIN_VALUE;
    for (int i = 0; i < READS; i++) {
      long now = i % 2 == 0 ? counter.cycles() : counter.stop();
      if (now <= before) {
        return "falls";
      }
      before = now;
    }
    return "rising";
  }

  @Actor
  public void first(LLLLL_Result result) {
    result.r1 = read();
  }

  @Actor
  public void secondAndThird(LLLLL_Result result) {
    CompletableFuture<String> third = ThirdActor.start(this::read);
    chain.relink(1, second);
    chain.relink(2, last);
    result.r2 = read();
    result.r3 = third.join();
  }

  @Arbiter
  public void end(LLLLL_Result result) {
    result.r4 = counter.implementation();
    int losses = chain.losses().size();
    long startNs = System.nanoTime();
    while (reports.get() < losses && System.nanoTime() - startNs < LIMIT_S * 1_000_000_000L) {
      Thread.yield();
    }
    result.r5 = losses + " losses in " + reports + " reports";
  }
}
