// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.selection;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.Raising.raise;

import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.report.Failures;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.selector.report.Rejection.Code;
import org.cyclecounter.selector.settings.Settings;
import org.cyclecounter.selector.support.SelectionScope;
import org.cyclecounter.selector.support.TimeLimit;
import org.cyclecounter.spi.Scaling;
import org.cyclecounter.spi.TestCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The steps of a counter in this process: what they reject, by which call, and what they close. */
class ProbeTest {

  private final SelectionScope scope = SelectionScope.enter();
  private final Probe probe = new Probe(Settings.DEFAULTS, 1_000_000_000, scope);
  private final AtomicInteger closed = new AtomicInteger();
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void leave() {
    released.countDown();
    scope.end();
    scope.close();
  }

  private CandidateState probed(TestCounter counter) {
    CandidateState state = new CandidateState(Fixtures.candidate(Fixtures.THEIRS, counter, false));
    probe.run(state);
    return state;
  }

  private CandidateState probed(TestCounter counter, int limitSeconds) {
    Properties before = (Properties) System.getProperties().clone();
    System.setProperty(TimeLimit.SECONDS_PROPERTY, "" + limitSeconds);
    CandidateState state = probed(counter);
    System.setProperties(before);
    return state;
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

  private static String why(CandidateState state) {
    Rejection why = state.rejection;
    return why == null ? "" : why.sentence();
  }

  /** With a limit that grows where a busy machine does not come as far as the read. */
  @Test
  void namesReadThatDoesNotReturnWithinTheLimit() {
    TestCounter hanging = TestCounter.of("hanging", ON_CORE, () -> raise(hang()));
    String rejection = "";
    for (int seconds = 1; seconds < 100 && !rejection.startsWith("ticks()"); seconds *= 3) {
      rejection = why(probed(hanging, seconds));
    }
    assertThat(rejection)
        .matches(
            "ticks\\(\\) did not return within [0-9]+ s; -Dorg.cyclecounter.probe.seconds allows"
                + " more.*");
    assertThat(probed(TestCounter.rising("next", ON_CORE, 1)).isUsable()).isTrue();
  }

  /** The thread goes on in open() after the limit. */
  @Test
  void stepsOfGivenUpThreadChangeNoState() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    CountDownLatch hasClosed = new CountDownLatch(1);
    TestCounter late =
        new TestCounter(
            "late",
            ON_CORE,
            () -> {
              hang();
              return TestCounter.closing(reads::incrementAndGet, hasClosed::countDown);
            });
    CandidateState state = probed(late, 1);
    released.countDown();
    assertThat(hasClosed.await(1, MINUTES)).isTrue();
    assertThat(why(state)).startsWith("open() did not return within 1 s");
    assertThat(state.isUsable()).isFalse();
    assertThat(reads).hasValue(0);
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
    assertThat(why(probed(bits)))
        .startsWith("bits() threw java.lang.IllegalStateException")
        .endsWith("; bits() must not fail; open() is for what can");
    assertThat(why(probed(scaling)))
        .startsWith("scaling() threw java.lang.StackOverflowError")
        .endsWith("; scaling() must not fail; open() is for what can");
  }

  private static Settings readsWithin(String nanos) {
    return Settings.DEFAULTS.with(Settings.MAXIMUM_READ_NANOS, nanos);
  }

  @Test
  void rejectsCounterWhoseReadCostsMoreThanTheLimit() {
    TestCounter clock = TestCounter.of("clock", FIXED_RESOLUTION, System::nanoTime);
    Candidate candidate = Fixtures.candidate(Fixtures.THEIRS, clock, false);
    CandidateState cheap = new CandidateState(candidate);
    new Probe(readsWithin("1e9"), 1_000_000_000, scope).run(cheap);
    assertThat(cheap.isUsable()).isTrue();
    CandidateState slow = new CandidateState(candidate);
    new Probe(readsWithin("0.5"), 1_000_000_000, scope).run(slow);
    assertThat(why(slow))
        .matches("a read costs [0-9]+ ns, more than the 0\\.5 ns of maximumReadNanos");
    assertThat(Failures.tooSlow(1119.2, 100).sentence())
        .isEqualTo("a read costs 1120 ns, more than the 100 ns of maximumReadNanos");
  }

  @Test
  void closesSourceOfRejectedCounter() {
    LongSupplier failing = () -> raise(new IllegalStateException());
    assertThat(probed(closing(() -> 7)).isUsable()).isFalse();
    assertThat(closed).as("one that stands still").hasValue(1);
    assertThat(probed(closing(failing)).isUsable()).isFalse();
    assertThat(closed).as("one that throws").hasValue(2);
    assertThat(probed(closing(() -> 7).ofBits(48)).isUsable()).isFalse();
    assertThat(closed).as("one of a wrong width").hasValue(3);
    assertThat(probed(closing(TestCounter.ticks(3))).isUsable()).isTrue();
    assertThat(closed).as("one that works").hasValue(3);
  }

  /** A shared selection of its own: CpuCycles itself is another test's. */
  @Test
  void refusesCounterMadeOfCpuCycles() {
    SharedSelection cpuCycles = new SharedSelection();
    TestCounter derived =
        new TestCounter(
            "derived",
            FIXED_RESOLUTION,
            () -> TestCounter.closing(() -> cpuCycles.get().cycles(), closed::incrementAndGet));
    CandidateState state = probed(derived);
    assertThat(state.rejection).isEqualTo(Rejection.of(Code.READS_CPU_CYCLES));
    assertThat(state.isUsable()).isFalse();
    assertThat(closed).hasValue(1);
    assertThat(probed(TestCounter.rising("next", FIXED_RESOLUTION, 1)).isUsable()).isTrue();
  }
}
