// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.counting;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.cyclecounter.selector.ThirdActor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * Three threads extend one 32-bit counter by its clock while it wraps, on a simulated machine. Time
 * passes with each look at either, 2 ms at a time, and the counter runs eight times as fast as
 * estimated: it wraps every 270 looks, and what is known of its distance from the clock is of no
 * use after 150 more. Only threads that look make time pass, so a thread that the machine suspends
 * anywhere in a reading misses wraps by the dozen.
 */
@JCStressTest
@Outcome(id = "right, right, right", expect = ACCEPTABLE, desc = "Every reading is the count.")
@Outcome(expect = FORBIDDEN, desc = "A reading is a wrap off.")
@State
public class Extended32ByThree {
  /** Between two looks, in nanoseconds: a tenth of what counts as suspended. */
  private static final long STEP_NS = 2_000_000;

  private static final long ESTIMATED_HZ = 1_000_000_000;
  private static final long TICKS_PER_NS = 8;

  /** Reads of a thread: as many as take a few wraps. */
  private static final int READS = 300;

  /** A little less than a wrap. */
  private static final long FIRST_TICKS = (1L << 32) - 50_000_000;

  private final AtomicLong nowNs = new AtomicLong();
  private final Extended32 extended =
      new Extended32(
          () -> (int) ticksAt(nowNs.addAndGet(STEP_NS)),
          () -> nowNs.addAndGet(STEP_NS),
          ESTIMATED_HZ);

  private static long ticksAt(long ns) {
    return FIRST_TICKS + ns * TICKS_PER_NS;
  }

  /** Reads until the counter has wrapped a few times; says what was wrong first. */
  private String read() {
    long last = Long.MIN_VALUE;
    for (int i = 0; i < READS; i++) {
      long least = ticksAt(nowNs.get());
      long ticks = extended.ticks();
      long most = ticksAt(nowNs.get());
      if (ticks < last) {
        return "decrease";
      }
      if (ticks < least || ticks > most) {
        return "wrong extension";
      }
      last = ticks;
    }
    return "right";
  }

  @Actor
  public void first(LLL_Result result) {
    result.r1 = read();
  }

  @Actor
  public void secondAndThird(LLL_Result result) {
    CompletableFuture<String> third = ThirdActor.start(this::read);
    result.r2 = read();
    result.r3 = third.join();
  }
}
