// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.isolation.Candidates.PATIENT_SECONDS;
import static org.cyclecounter.selector.isolation.ChildLeaves.ABORTS;
import static org.cyclecounter.selector.isolation.ChildLeaves.ENDS_ITSELF;
import static org.cyclecounter.selector.isolation.ChildLeaves.FAULTS_EVERY_FIFTH;
import static org.cyclecounter.selector.isolation.ChildLeaves.FAULT_CLOSING;
import static org.cyclecounter.selector.isolation.ChildLeaves.FAULT_OPENING;
import static org.cyclecounter.selector.isolation.ChildLeaves.GIVES_LOST;
import static org.cyclecounter.selector.isolation.ChildLeaves.GIVES_UNREADABLE;
import static org.cyclecounter.selector.isolation.ChildLeaves.HEALTHY;
import static org.cyclecounter.selector.isolation.ChildLeaves.KILLS_ITSELF;
import static org.cyclecounter.selector.isolation.ChildLeaves.NO_FAULT;
import static org.cyclecounter.selector.isolation.ChildLeaves.ORDERED;
import static org.cyclecounter.selector.isolation.ChildLeaves.READS;
import static org.cyclecounter.selector.isolation.ChildLeaves.leaf;
import static org.cyclecounter.selector.isolation.ChildLeaves.plain;
import static org.cyclecounter.selector.isolation.ChildLeaves.probe;
import static org.cyclecounter.selector.isolation.ChildLeaves.reap;
import static org.cyclecounter.selector.isolation.NativeChild.ProbePhase.CLOSING;
import static org.cyclecounter.selector.isolation.NativeChild.ProbePhase.OPENING;
import static org.cyclecounter.selector.isolation.NativeChild.ProbePhase.READING;
import static org.cyclecounter.selector.isolation.NativeChild.ProbePhase.READING_START;
import static org.cyclecounter.selector.isolation.NativeChild.ProbePhase.READING_STOP;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.ChildLeaves.Addresses;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.report.Rejection;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.PerfEventSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notices faults of reads in a native child, which leaves nothing behind. */
class NativeChildTest {

  private static final int SIGABRT = 6;
  private static final int SIGKILL = 9;
  private static final int SIGSEGV = 11;

  @BeforeEach
  void load() throws CounterUnavailableException {
    ChildLeaves.load();
  }

  private static NativeOutcome run(TickSource source) {
    return ChildLeaves.run(source, PATIENT_SECONDS);
  }

  private static NativeOutcome probed(int faultAt) {
    return run(new Addresses(0, 0, 0, probe(faultAt)));
  }

  @Test
  void makesEachKindOfReadAsOftenAsAsked() {
    assertThat(run(Addresses.of(HEALTHY, HEALTHY, HEALTHY)))
        .isEqualTo(new NativeOutcome(Kind.PASSED, 0, CLOSING, READS + 2 * ORDERED));
    assertThat(run(new Addresses(leaf(HEALTHY), 0, 0, 0)).reads()).isEqualTo(READS);
  }

  @Test
  void readsSourceThatIsNotNativePlainly() {
    TickSource source = ChildLeaves.ofEntryPoint(leaf(HEALTHY));
    assertThat(NativeChild.entryPoint(source)).isNotZero();
    assertThat(run(source)).isEqualTo(new NativeOutcome(Kind.PASSED, 0, CLOSING, READS));
    assertThat(NativeChild.entryPoint(() -> 1)).isZero();
  }

  @Test
  void noticesFaultOfLaterReadAndCountsReads() {
    for (int i = 0; i < 3; i++) {
      assertThat(plain(FAULTS_EVERY_FIFTH).kind()).isEqualTo(Kind.FAULT);
    }
    // The fifth again: the leaf has counted the read that faulted.
    assertThat(plain(FAULTS_EVERY_FIFTH))
        .isEqualTo(new NativeOutcome(Kind.FAULT, SIGSEGV, READING, 4));
  }

  @Test
  void probesOrderedReads() {
    assertThat(run(Addresses.of(HEALTHY, ABORTS, HEALTHY)))
        .isEqualTo(new NativeOutcome(Kind.FAULT, SIGABRT, READING_START, READS));
    assertThat(run(Addresses.of(HEALTHY, HEALTHY, ABORTS)))
        .isEqualTo(new NativeOutcome(Kind.FAULT, SIGABRT, READING_STOP, READS + ORDERED));
  }

  @Test
  void saysHowChildEnded() {
    assertThat(plain(KILLS_ITSELF)).isEqualTo(new NativeOutcome(Kind.ENDED, SIGKILL, READING, 0));
    assertThat(plain(ENDS_ITSELF)).isEqualTo(new NativeOutcome(Kind.ENDED, 0, READING, 0));
    assertThat(plain(ABORTS)).isEqualTo(new NativeOutcome(Kind.FAULT, SIGABRT, READING, 0));
    assertThat(plain(GIVES_UNREADABLE))
        .isEqualTo(new NativeOutcome(Kind.UNREADABLE, 0, READING, 1));
    assertThat(plain(GIVES_LOST).kind()).isEqualTo(Kind.LOST);
  }

  @Test
  void toleratesThreadThatReapsChildren() {
    CompletableFuture<Void> reaping = CompletableFuture.runAsync(() -> reap(5));
    do {
      assertThat(run(Addresses.of(HEALTHY, HEALTHY, HEALTHY)).kind()).isEqualTo(Kind.PASSED);
    } while (!reaping.isDone());
  }

  @Test
  void leavesNothingBehind() throws Exception {
    all();
    List<String> before = Traces.now();
    for (int i = 0; i < 10; i++) {
      all();
    }
    assertThat(Traces.addedTo(before)).isEmpty();
  }

  /** Seven probes. */
  private static void all() {
    plain(HEALTHY);
    plain(FAULTS_EVERY_FIFTH);
    plain(KILLS_ITSELF);
    plain(ENDS_ITSELF);
    probed(NO_FAULT);
    probed(FAULT_OPENING);
    probed(FAULT_CLOSING);
  }

  @Test
  void opensAndClosesProbeInChild() {
    assertThat(probed(FAULT_OPENING)).isEqualTo(new NativeOutcome(Kind.FAULT, SIGSEGV, OPENING, 0));
    int all = READS + 2 * ORDERED;
    assertThat(probed(NO_FAULT)).isEqualTo(new NativeOutcome(Kind.PASSED, 0, CLOSING, all));
    assertThat(probed(FAULT_CLOSING))
        .isEqualTo(new NativeOutcome(Kind.FAULT, SIGSEGV, CLOSING, all));
  }

  @Test
  void opensAndReadsPerfEventInChild() throws CounterUnavailableException {
    try (TickSource source = new SoftwareEvent("task-clock", SoftwareEvent.TASK_CLOCK).open()) {
      assertThat(NativeTicks.hasProbe(source)).isTrue();
      assertThat(run(source))
          .isEqualTo(new NativeOutcome(Kind.PASSED, 0, CLOSING, READS + 2 * ORDERED));
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
      assertThat(sentence(source)).startsWith("perf_event_open: E");
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

  private static String sentence(TickSource source) {
    return NativeChild.probe(source, READS, PATIENT_SECONDS).rejection().sentence();
  }

  @Test
  void doesNotProbeCounterWithoutEntryPoint() {
    IsolationResult result = NativeChild.probe(() -> 1, READS, PATIENT_SECONDS);
    assertThat(result.result()).isEqualTo(Result.NOT_PROBED);
    assertThat(result.rejection()).isEqualTo(Rejection.of(Rejection.Code.NO_ENTRY_POINT));
  }
}
