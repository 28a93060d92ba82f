// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.ON_CORE;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A counter that hangs in this process is rejected after the limit of a step, by its call, and one
 * that throws by its call, too.
 */
class ProbeLimitTest {

  private final SelectionContext context = SelectionContext.enter(false);
  private final Worker worker = new Worker();
  private final Probe probe = probe(worker);
  private final Probe hurriedProbe = probe(new Worker(1));

  private Probe probe(Worker steps) {
    IsolationStage none = new IsolationStage(Isolation.NONE, false);
    return new Probe(Scope.THREAD, 1_000_000_000, context, none, steps);
  }

  @AfterEach
  void leave() {
    worker.close();
    context.end();
    context.close();
  }

  /** Ends with the interrupt that follows the limit, so that no thread stays busy. */
  private static RuntimeException hang() {
    while (!Thread.interrupted()) {
      Thread.onSpinWait();
    }
    return new IllegalStateException("interrupted");
  }

  private static ProbeResult pending(TestCounter counter) {
    return ProbeResult.pending(Fixtures.candidate(Fixtures.THEIRS, counter, false));
  }

  @Test
  void aReadThatDoesNotReturnIsRejectedAndTheNextCounterIsProbed() {
    TestCounter hanging =
        TestCounter.of(
            "hanging",
            ON_CORE,
            () -> {
              throw hang();
            });
    assertThat(hurriedProbe.run(pending(hanging)).rejection())
        .startsWith(
            "ticks() did not return within 1 s; -Dorg.cyclecounter.probe.seconds allows more");
    TestCounter good = TestCounter.rising("good", ON_CORE, 1);
    assertThat(probe.run(pending(good)).usable()).isTrue();
  }

  @Test
  void aReadThatHoldsItsThreadForEverHoldsUpNothing() throws Exception {
    AtomicBoolean isReleased = new AtomicBoolean();
    TestCounter holding =
        TestCounter.of(
            "holding",
            ON_CORE,
            () -> {
              synchronized (Thread.currentThread()) {
                while (!isReleased.get()) {
                  Thread.yield();
                }
              }
              return 1;
            });
    AtomicReference<String> rejection = new AtomicReference<>();
    Thread selecting =
        new Thread(() -> rejection.set(hurriedProbe.run(pending(holding)).rejection()));
    selecting.setDaemon(true);
    selecting.start();
    selecting.join(TimeUnit.MINUTES.toMillis(1));
    isReleased.set(true);
    assertThat(rejection.get()).startsWith("ticks() did not return within 1 s; ");
  }

  @Test
  void exceptionsOfBitsAndScalingAreSaidByTheirCalls() {
    TestCounter bits =
        new TestCounter("failing", ON_CORE, () -> () -> 1) {
          @Override
          public int bits() {
            throw new IllegalStateException();
          }
        };
    TestCounter scaling =
        new TestCounter("failing", ON_CORE, () -> () -> 1) {
          @Override
          public Scaling scaling() {
            throw new StackOverflowError();
          }
        };
    assertThat(probe.run(pending(bits)).rejection())
        .startsWith("bits() threw java.lang.IllegalStateException")
        .endsWith("; bits() must not fail; open() is for what can");
    assertThat(probe.run(pending(scaling)).rejection())
        .startsWith("scaling() threw java.lang.StackOverflowError")
        .endsWith("; scaling() must not fail; open() is for what can");
  }

  @Test
  void aSourceThatNeverSaysWhatItCountsIsRejected() {
    TestCounter silent =
        TestCounter.rising("silent", ON_CORE, 3)
            .counting(
                () -> {
                  throw hang();
                });
    ProbeResult opened = probe.run(pending(silent));
    assertThat(opened.usable()).isTrue();
    assertThat(hurriedProbe.fromJava(opened).rejection())
        .startsWith("counted() did not return within 1 s; ");
  }
}
