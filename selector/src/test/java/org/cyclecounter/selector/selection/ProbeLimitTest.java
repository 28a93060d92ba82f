// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.ON_CORE;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.limits.Worker;
import org.cyclecounter.selector.selection.Probe.Natively;
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
  private final Probe probe = new Probe(1_000_000_000, context, worker);
  private final Probe hurriedProbe = new Probe(1_000_000_000, context, new Worker(1));

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

  private static Candidate candidate(TestCounter counter) {
    return Fixtures.candidate(Fixtures.THEIRS, counter, false);
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
    assertThat(hurriedProbe.run(candidate(hanging), Natively.NOT).rejection())
        .startsWith(
            "ticks() did not return within 1 s; -Dorg.cyclecounter.probe.seconds allows more");
    TestCounter good = TestCounter.rising("good", ON_CORE, 1);
    assertThat(probe.run(candidate(good), Natively.NOT).usable()).isTrue();
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
        new Thread(
            () -> rejection.set(hurriedProbe.run(candidate(holding), Natively.NOT).rejection()));
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
    assertThat(probe.run(candidate(bits), Natively.NOT).rejection())
        .startsWith("bits() threw java.lang.IllegalStateException")
        .endsWith("; bits() must not fail; open() is for what can");
    assertThat(probe.run(candidate(scaling), Natively.NOT).rejection())
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
    ProbeResult opened = probe.run(candidate(silent), Natively.NOT);
    assertThat(opened.usable()).isTrue();
    assertThat(hurriedProbe.fromJava(opened, Natively.NOT).rejection())
        .startsWith("counted() did not return within 1 s; ");
  }
}
