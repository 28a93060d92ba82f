// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.CounterKind.FIXED_RESOLUTION;
import static org.cyclecounter.CounterKind.OFF_CORE;
import static org.cyclecounter.CounterKind.ON_CORE;
import static org.cyclecounter.selector.Raising.raise;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.cyclecounter.CounterKind;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.SelectionReport;
import org.cyclecounter.selector.CycleCounterSelector.Selected;
import org.cyclecounter.spi.CounterSource;
import org.cyclecounter.spi.TestCounter;
import org.cyclecounter.spi.nativelib.CheckedTicks;
import org.cyclecounter.spi.nativelib.FakeTicks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters that are taken away while they are in use. */
class LossTest {

  private final AtomicBoolean firstIsLost = new AtomicBoolean();
  private final AtomicBoolean secondIsLost = new AtomicBoolean();
  private final AtomicBoolean thirdIsLost = new AtomicBoolean();
  private final LongSupplier reads = TestCounter.ticks(1);
  private final BlockingQueue<SelectionReport> reported = new LinkedBlockingQueue<>();

  /** Waits for the threads that call listeners: each was started before the read returned. */
  @AfterEach
  void reportsNoLossTwice() throws InterruptedException {
    for (Thread thread : listenerThreads()) {
      thread.join();
    }
    assertThat(reported).isEmpty();
  }

  private static List<Thread> listenerThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("cyclecounter-loss"))
        .toList();
  }

  private static CounterSource losable(
      String name, CounterKind kind, LongSupplier ticks, AtomicBoolean lost) {
    return new TestCounter(
        name,
        kind,
        () ->
            CheckedTicks.losable(
                FakeTicks.of(() -> lost.get() ? CheckedTicks.LOST : ticks.getAsLong()),
                name + " was taken away"));
  }

  private static LongSupplier rising(long from, long step) {
    LongSupplier ticks = TestCounter.ticks(step);
    return () -> from + ticks.getAsLong();
  }

  private Selected select(CounterSource... sources) {
    return ScriptedSelection.builder(sources).onLoss(reported::add).build().select();
  }

  private static Verdict verdict(Selected selected, String name) {
    return ScriptedSelection.report(selected, name).verdict();
  }

  @Test
  void readsTheNextBestCounterAfterEachLossAndNeverDecreases() throws Exception {
    Selected selected =
        select(
            losable("first", ON_CORE, rising(1L << 50, 1), firstIsLost),
            losable("worse", FIXED_RESOLUTION, rising(0, 9), thirdIsLost),
            losable("second", OFF_CORE, rising(5, 3), secondIsLost),
            losable("third", ON_CORE, rising(7, 150), thirdIsLost));
    CycleCounter counter = selected.counter();
    assertThat(counter.getClass().isHidden()).as("a constant, as others are").isTrue();
    assertThat(counter.implementation()).isEqualTo("first");
    long before = counter.stop();

    firstIsLost.set(true);
    long after = counter.start();
    assertThat(after - before).isGreaterThan(1L << 59);
    assertThat((counter.cycles() - after) % 3).isZero();
    assertThat(counter.implementation()).isEqualTo("second");
    SelectionReport report = reported.poll(5, TimeUnit.MINUTES);
    assertThat(report).isNotNull().isEqualTo(selected.report());
    assertThat(report.implementation()).isEqualTo("second");
    assertThat(verdict(selected, "first")).isEqualTo(Verdict.REJECTED);
    assertThat(verdict(selected, "second")).isEqualTo(Verdict.SELECTED);
    assertThat(verdict(selected, "worse")).isEqualTo(Verdict.USABLE);
    assertThat(report.counters().get(0).reason())
        .isEqualTo("lost while it was in use: first was taken away");

    after = counter.cycles();
    secondIsLost.set(true);
    assertThat(counter.cycles() - after).isGreaterThan(1L << 59);
    assertThat(counter.implementation()).isEqualTo("third");
    assertThat(reported.poll(5, TimeUnit.MINUTES)).isEqualTo(selected.report());
    after = counter.cycles();
    thirdIsLost.set(true);
    assertThat(counter.cycles() - after).isGreaterThan(1L << 59);
    assertThat(counter.implementation()).isEqualTo("default-zero");
    for (int losses = 0; losses < 2; losses++) { // of the worse one, too, between two reports
      assertThat(reported.poll(5, TimeUnit.MINUTES)).isNotNull();
    }
    assertThat(selected.report().counters())
        .filteredOn(of -> of.verdict() == Verdict.SELECTED)
        .extracting(CounterReport::name)
        .containsExactly("default-zero");
  }

  @Test
  void takesAnyExceptionOfThirdPartysReadAsLoss() throws Exception {
    RuntimeException index = new ArrayIndexOutOfBoundsException("Index 3 out of bounds");
    index.setStackTrace(new StackTraceElement[0]);
    Selected selected =
        select(
            TestCounter.of(
                "first", ON_CORE, () -> firstIsLost.get() ? raise(index) : reads.getAsLong()),
            TestCounter.rising("next", ON_CORE, 2));
    assertThat(selected.counter().implementation()).isEqualTo("first");
    long before = selected.counter().cycles();
    firstIsLost.set(true);
    assertThat(selected.counter().start() - before).isGreaterThan(1L << 59);
    assertThat(selected.counter().implementation()).isEqualTo("next");
    assertThat(reported.poll(5, TimeUnit.MINUTES)).isEqualTo(selected.report());
    assertThat(selected.report().counters().get(0).reason())
        .isEqualTo(
            "lost while it was in use: startTicks() threw java.lang.ArrayIndexOutOfBoundsException:"
                + " Index 3 out of bounds; a read must not throw; open() must find out what does"
                + " not work");
  }

  @Test
  void startsNoThreadBeforeALoss() {
    List<Thread> ofOthers = listenerThreads();
    select(losable("first", ON_CORE, rising(0, 1), firstIsLost));
    assertThat(listenerThreads()).isSubsetOf(ofOthers);
  }

  @Test
  void callsNoListenerAfterSelectionIsClosed() {
    Selected selected =
        select(
            losable("first", ON_CORE, rising(0, 1), firstIsLost),
            TestCounter.rising("next", ON_CORE, 2));
    selected.close();
    firstIsLost.set(true);
    selected.counter().cycles();
    assertThat(selected.counter().implementation()).isEqualTo("next");
    assertThat(selected.report().implementation()).isEqualTo("next");
  }

  /** It is measured by one thread, described by the next, and installed by the third. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void passesOverCounterLostBeforeItsInstallation(int threads) {
    Set<Thread> reading = new HashSet<>();
    CounterSource lost =
        losable(
            "first",
            ON_CORE,
            () -> {
              reading.add(Thread.currentThread());
              return reading.size() <= threads ? reads.getAsLong() : CheckedTicks.LOST;
            },
            firstIsLost);
    Selected selected = select(lost, TestCounter.rising("next", ON_CORE, 2));
    assertThat(selected.counter().implementation()).isEqualTo("next");
    assertThat(selected.counter().cycles()).isLessThan(selected.counter().cycles());
    assertThat(verdict(selected, "first")).isEqualTo(Verdict.REJECTED);
    assertThat(verdict(selected, "next")).isEqualTo(Verdict.SELECTED);
    assertThat(selected.report().counters().get(0).reason()).startsWith("first was taken away");
  }
}
