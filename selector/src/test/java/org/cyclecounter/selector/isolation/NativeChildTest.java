// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.isolation.Candidates.PATIENT_SECONDS;
import static org.cyclecounter.selector.isolation.ChildLeaves.ORDERED;
import static org.cyclecounter.selector.isolation.ChildLeaves.READS;
import static org.cyclecounter.selector.isolation.ChildLeaves.leaf;
import static org.cyclecounter.selector.isolation.ChildLeaves.plain;
import static org.cyclecounter.selector.isolation.ChildLeaves.probe;
import static org.cyclecounter.selector.isolation.ChildLeaves.reap;
import static org.cyclecounter.selector.isolation.ChildLeaves.run;
import static org.cyclecounter.selector.isolation.NativeChild.ProbePhase.CLOSING;
import static org.cyclecounter.selector.isolation.NativeChild.ProbePhase.OPENING;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.ChildLeaves.Addresses;
import org.cyclecounter.selector.isolation.ChildLeaves.Leaf;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.isolation.NativeChild.ProbePhase;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.PerfEventSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Notices faults of reads in a native child, which leaves nothing behind. */
class NativeChildTest {

  private static final NativeOutcome ALL_PASSED =
      new NativeOutcome(Kind.PASSED, 0, CLOSING, READS + 2 * ORDERED);

  @BeforeEach
  void load() throws CounterUnavailableException {
    ChildLeaves.load();
  }

  @ParameterizedTest
  @CsvSource({
    "HEALTHY, HEALTHY, HEALTHY, PASSED, 0, CLOSING, 120",
    "HEALTHY, ABORTS, HEALTHY, FAULT, 6, READING_START, 100",
    "HEALTHY, HEALTHY, ABORTS, FAULT, 6, READING_STOP, 110",
    "ABORTS, HEALTHY, HEALTHY, FAULT, 6, READING, 0",
    "KILLS_ITSELF, HEALTHY, HEALTHY, ENDED, 9, READING, 0",
    "ENDS_ITSELF, HEALTHY, HEALTHY, ENDED, 0, READING, 0",
    "GIVES_UNREADABLE, HEALTHY, HEALTHY, UNREADABLE, 0, READING, 1"
  })
  void saysHowChildEndedAfterWhichRead(
      Leaf ticks, Leaf start, Leaf stop, Kind kind, int detail, ProbePhase phase, int reads) {
    assertThat(run(Addresses.of(ticks, start, stop)))
        .isEqualTo(new NativeOutcome(kind, detail, phase, reads));
  }

  @Test
  void readsSourceWithoutOrderedReadsPlainly() {
    NativeOutcome plain = new NativeOutcome(Kind.PASSED, 0, CLOSING, READS);
    assertThat(run(new Addresses(leaf(0), 0, 0, 0))).isEqualTo(plain);
    TickSource notNative = new ChildLeaves.Plain(OptionalLong.of(leaf(0)));
    assertThat(NativeChild.entryPoint(notNative)).isNotZero();
    assertThat(run(notNative)).isEqualTo(plain);
    assertThat(NativeChild.entryPoint(() -> 1)).isZero();
  }

  @Test
  void noticesFaultOfLaterReadAndCountsReads() {
    for (int i = 0; i < 3; i++) {
      assertThat(plain(Leaf.FAULTS_EVERY_FIFTH.ordinal()).kind()).isEqualTo(Kind.FAULT);
    }
    // The fifth again: the leaf has counted the read that faulted.
    assertThat(plain(Leaf.FAULTS_EVERY_FIFTH.ordinal()))
        .isEqualTo(new NativeOutcome(Kind.FAULT, 11, ProbePhase.READING, 4));
    assertThat(plain(Leaf.GIVES_LOST.ordinal()).kind()).isEqualTo(Kind.LOST);
  }

  @Test
  void toleratesThreadThatReapsChildren() {
    CompletableFuture<Void> reaping = CompletableFuture.runAsync(() -> reap(5));
    do {
      assertThat(plain(0)).isEqualTo(ALL_PASSED);
    } while (!reaping.isDone());
  }

  @Test
  void leavesNothingBehind() throws Exception {
    probes();
    List<String> before = Traces.now();
    for (int i = 0; i < 10; i++) {
      probes();
    }
    assertThat(Traces.addedTo(before)).isEmpty();
  }

  private static void probes() {
    for (Leaf leaf : List.of(Leaf.FAULTS_EVERY_FIFTH, Leaf.KILLS_ITSELF, Leaf.ENDS_ITSELF)) {
      plain(leaf.ordinal());
    }
    for (int faultAt = 0; faultAt <= 2; faultAt++) {
      run(new Addresses(0, 0, 0, probe(faultAt)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, PASSED, 0, CLOSING, 120",
    "1, FAULT, 11, OPENING, 0",
    "2, FAULT, 11, CLOSING, 120"
  })
  void opensAndClosesProbeInChild(int faultAt, Kind kind, int detail, ProbePhase phase, int reads) {
    assertThat(run(new Addresses(0, 0, 0, probe(faultAt))))
        .isEqualTo(new NativeOutcome(kind, detail, phase, reads));
  }

  @Test
  void opensAndReadsPerfEventInChild() throws CounterUnavailableException {
    try (TickSource source = new SoftwareEvent("task-clock", SoftwareEvent.TASK_CLOCK).open()) {
      assertThat(NativeTicks.hasProbe(source)).isTrue();
      assertThat(run(source)).isEqualTo(ALL_PASSED);
    }
  }

  @Test
  void explainsErrorOfEventThatCannotBeOpened() throws CounterUnavailableException {
    // It can be opened here, because that does not ask the kernel.
    PerfEventSource counter = new SoftwareEvent("unknown", new PerfEventSource.Event(1, 9999, 0));
    try (TickSource source = counter.open()) {
      NativeOutcome result = run(source);
      assertThat(result.kind()).isEqualTo(Kind.OPEN_FAILED);
      assertThat(result.phase()).isEqualTo(OPENING);
      assertThat(((NativeTicks) source).counter().refusal(result.detail()).sentence())
          .startsWith("perf_event_open: E")
          .contains("; ");
      assertThat(NativeChild.probe(source, READS, PATIENT_SECONDS).rejection().sentence())
          .startsWith("perf_event_open: E");
    }
  }

  @Test
  void refusesEventThatNeedsSystemCallToBeRead() throws CounterUnavailableException {
    try (TickSource source = new MappedSoftwareEvent().open()) {
      NativeOutcome result = run(source);
      assertThat(result).isEqualTo(new NativeOutcome(Kind.OPEN_FAILED, 1, OPENING, 0));
      assertThat(((NativeTicks) source).counter().refusal(1).sentence())
          .isEqualTo("the kernel does not allow its counter to be read without a system call");
      assertThat(NativeChild.probe(source, READS, PATIENT_SECONDS).obstacle())
          .isEqualTo(Obstacle.NO_USER_ACCESS);
    }
  }

  @Test
  void knowsKernelsThatDumpAllThatShareMemory() {
    assertThat(List.of("5.15.0-91-generic", "3.10", "unknown"))
        .allMatch(NativeChild::dumpsAllThatShareMemory);
    assertThat(List.of("5.16-rc1", "6.18.44", "10.0"))
        .noneMatch(NativeChild::dumpsAllThatShareMemory);
  }

  @Test
  void doesNotProbeCounterWithoutEntryPoint() {
    IsolationResult result = NativeChild.probe(() -> 1, READS, PATIENT_SECONDS);
    assertThat(result.result()).isEqualTo(Result.NOT_PROBED);
    assertThat(result.rejection()).isEqualTo(Rejection.of(Rejection.Code.NO_ENTRY_POINT));
  }
}
