// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.Raising.raise;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.cyclecounter.Scope;
import org.cyclecounter.selector.Isolation;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.support.Worker;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The steps of a counter in this process: what they reject, by which call, and what they close. */
class ProbeTest {

  private final SelectionContext context = SelectionContext.enter(false);
  private final Worker worker = new Worker();
  private final Probe probe = probe(context, worker);
  private final AtomicInteger closed = new AtomicInteger();
  private final CountDownLatch released = new CountDownLatch(1);

  private static Probe probe(SelectionContext context, Worker worker) {
    IsolationStage none = new IsolationStage(Isolation.NONE, false);
    return new Probe(Scope.THREAD, 1_000_000_000, context, none, worker);
  }

  @AfterEach
  void leave() {
    released.countDown();
    worker.close();
    context.end();
    context.close();
  }

  private static ProbeResult pending(TestCounter counter) {
    return ProbeResult.pending(Fixtures.candidate(Fixtures.THEIRS, counter, false));
  }

  private TestCounter closing(LongSupplier ticks) {
    return new TestCounter(
        "closing", ON_CORE, () -> TestCounter.closing(ticks, closed::incrementAndGet));
  }

  /** Never returns while the test runs, with its thread's monitor held, whatever interrupts it. */
  private Throwable hang() {
    synchronized (Thread.currentThread()) {
      while (true) {
        try {
          released.await();
          return new IllegalStateException("released");
        } catch (InterruptedException e) {
          continue;
        }
      }
    }
  }

  private static String why(ProbeResult result) {
    Rejection why = result.rejection();
    return why == null ? "" : why.sentence();
  }

  /** Runs a step with a limit that grows where a busy machine does not come as far as the call. */
  private static String rejection(String call, Function<Worker, ProbeResult> step) {
    String rejection = "";
    for (int seconds = 1; seconds < 100 && !rejection.startsWith(call); seconds *= 3) {
      rejection = why(step.apply(new Worker(seconds)));
    }
    return rejection;
  }

  /** The two limits of a second run out at the same time. */
  @Test
  void namesTheCallThatDoesNotReturnWithinTheLimit() throws Exception {
    TestCounter silent = TestCounter.rising("silent", ON_CORE, 3).counting(() -> raise(hang()));
    ProbeResult opened = probe.run(pending(silent));
    AtomicReference<String> ofCounted = new AtomicReference<>("");
    Thread other =
        new Thread(
            () ->
                ofCounted.set(
                    rejection("counted()", limited -> probe(context, limited).fromJava(opened))));
    other.start();
    TestCounter read = TestCounter.of("hanging", ON_CORE, () -> raise(hang()));
    assertThat(rejection("ticks()", limited -> probe(context, limited).run(pending(read))))
        .matches(
            "ticks\\(\\) did not return within [0-9]+ s; -Dorg.cyclecounter.probe.seconds allows"
                + " more.*");
    other.join();
    assertThat(ofCounted.get()).matches("counted\\(\\) did not return within [0-9]+ s; .*");
    TestCounter next = TestCounter.rising("next", ON_CORE, 1);
    assertThat(probe.run(pending(next)).usable()).isTrue();
  }

  @Test
  void namesTheCallThatThrows() {
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
    assertThat(why(probe.run(pending(bits))))
        .startsWith("bits() threw java.lang.IllegalStateException")
        .endsWith("; bits() must not fail; open() is for what can");
    assertThat(why(probe.run(pending(scaling))))
        .startsWith("scaling() threw java.lang.StackOverflowError")
        .endsWith("; scaling() must not fail; open() is for what can");
  }

  @Test
  void closesSourceOfRejectedCounter() {
    LongSupplier failing = () -> raise(new IllegalStateException());
    assertThat(probe.run(pending(closing(() -> 7))).usable()).isFalse();
    assertThat(closed).as("one that stands still").hasValue(1);
    assertThat(probe.run(pending(closing(failing))).usable()).isFalse();
    assertThat(closed).as("one that throws").hasValue(2);
    assertThat(probe.run(pending(closing(() -> 7).ofBits(48))).usable()).isFalse();
    assertThat(closed).as("one of a wrong width").hasValue(3);
    assertThat(probe.run(pending(closing(TestCounter.ticks(3)))).usable()).isTrue();
    assertThat(closed).as("one that works").hasValue(3);
  }

  /** A shared selection of its own: CpuCycles itself is another test's. */
  @Test
  void refusesCounterMadeOfCpuCycles() {
    SharedSelection cpuCycles = new SharedSelection();
    try (SelectionContext shared = SelectionContext.enter(true);
        Worker steps = new Worker()) {
      TestCounter derived =
          new TestCounter(
              "derived",
              FIXED_RESOLUTION,
              () -> TestCounter.closing(cpuCycles::cycles, closed::incrementAndGet));
      ProbeResult result = probe(shared, steps).run(pending(derived));
      assertThat(result.rejection()).isEqualTo(Rejection.of(Code.READS_CPU_CYCLES));
      assertThat(result.usable()).isFalse();
      assertThat(closed).hasValue(1);
      TestCounter other = TestCounter.rising("other", FIXED_RESOLUTION, 1);
      assertThat(probe(shared, steps).run(pending(other)).usable()).as("the next one").isTrue();
      shared.end();
    }
  }
}
