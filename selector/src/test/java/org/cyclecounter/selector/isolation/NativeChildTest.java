// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.isolation.ChildLeaves.HEALTHY;
import static org.cyclecounter.selector.isolation.ChildLeaves.ORDERED;
import static org.cyclecounter.selector.isolation.ChildLeaves.READS;
import static org.cyclecounter.selector.isolation.ChildLeaves.plain;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.ChildLeaves.Addresses;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.isolation.NativeChild.Phase;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.PerfEventSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a native child notices of a read, and that it leaves nothing behind. */
class NativeChildTest {

  // The numbers of child_leaves.c.
  private static final int FAULTS_EVERY_FIFTH = 1;
  private static final int STOPS_ITSELF = 2;
  private static final int KILLS_ITSELF = 3;
  private static final int ABORTS = 4;
  private static final int ENDS_ITSELF = 5;
  private static final int CANCELS_TIMERS_AND_HANGS = 6;
  private static final int LOCKS_MEMORY = 7;
  private static final int GIVES_UNREADABLE = 8;
  private static final int GIVES_LOST = 9;
  private static final int NO_FAULT = 0;
  private static final int FAULT_OPENING = 1;
  private static final int FAULT_CLOSING = 2;

  private static final int SIGABRT = 6;
  private static final int SIGKILL = 9;
  private static final int SIGSEGV = 11;

  static native long leaf(int number);

  static native long probe(int faultAt);

  static native int reap();

  static native void stopReaping();

  @BeforeEach
  void load() throws CounterUnavailableException {
    ChildLeaves.load();
  }

  private static NativeOutcome run(TickSource source) {
    return NativeOutcome.of(NativeChild.run(source, READS, ORDERED, 5));
  }

  private static NativeOutcome probed(int faultAt) {
    return run(new Addresses(0, 0, 0, probe(faultAt)));
  }

  @Test
  void everyKindOfReadIsMadeAsOftenAsToldTo() {
    assertThat(run(Addresses.of(HEALTHY, HEALTHY, HEALTHY)))
        .isEqualTo(new NativeOutcome(Kind.PASSED, 0, Phase.CLOSING, READS + 2 * ORDERED));
    assertThat(run(new Addresses(leaf(HEALTHY), 0, 0, 0)).reads()).isEqualTo(READS);
  }

  @Test
  void aSourceThatIsNotNativeIsReadPlainly() {
    TickSource source = ChildLeaves.ofEntryPoint(leaf(HEALTHY));
    assertThat(NativeChild.canRun(source)).isTrue();
    assertThat(run(source)).isEqualTo(new NativeOutcome(Kind.PASSED, 0, Phase.CLOSING, READS));
    assertThat(NativeChild.canRun(() -> 1)).isFalse();
  }

  @Test
  void aFaultWithALaterReadIsNoticedAndCounted() {
    for (int i = 0; i < 3; i++) {
      assertThat(plain(FAULTS_EVERY_FIFTH).kind()).isEqualTo(Kind.FAULT);
    }
    // The fifth again: the leaf's own count went on with the one that faulted.
    assertThat(plain(FAULTS_EVERY_FIFTH))
        .isEqualTo(new NativeOutcome(Kind.FAULT, SIGSEGV, Phase.READING, 4));
  }

  @Test
  void orderedReadsAreProbedToo() {
    assertThat(run(Addresses.of(HEALTHY, ABORTS, HEALTHY)))
        .isEqualTo(new NativeOutcome(Kind.FAULT, SIGABRT, Phase.READING_START, READS));
    assertThat(run(Addresses.of(HEALTHY, HEALTHY, ABORTS)))
        .isEqualTo(new NativeOutcome(Kind.FAULT, SIGABRT, Phase.READING_STOP, READS + ORDERED));
  }

  @Test
  void whatStopsItselfOrCancelsTimersIsEndedFromOutside() {
    for (int number : new int[] {STOPS_ITSELF, CANCELS_TIMERS_AND_HANGS}) {
      long beginNs = System.nanoTime();
      assertThat(plain(number)).isEqualTo(new NativeOutcome(Kind.TIMED_OUT, 0, Phase.READING, 0));
      assertThat(System.nanoTime() - beginNs).isBetween(900_000_000L, 10_000_000_000L);
    }
  }

  @Test
  void howItEndedIsSaid() {
    assertThat(plain(KILLS_ITSELF))
        .isEqualTo(new NativeOutcome(Kind.ENDED, SIGKILL, Phase.READING, 0));
    assertThat(plain(ENDS_ITSELF)).isEqualTo(new NativeOutcome(Kind.ENDED, 0, Phase.READING, 0));
    assertThat(plain(ABORTS)).isEqualTo(new NativeOutcome(Kind.FAULT, SIGABRT, Phase.READING, 0));
    assertThat(plain(GIVES_UNREADABLE))
        .isEqualTo(new NativeOutcome(Kind.UNREADABLE, 0, Phase.READING, 1));
    assertThat(plain(GIVES_LOST).kind()).isEqualTo(Kind.LOST);
  }

  @Test
  void memoryIsNotLocked() throws IOException {
    List<String> before = restrictions();
    assumeTrue(
        before.toString().contains("Seccomp:"), "this kernel has no filters of system calls");
    assertThat(plain(LOCKS_MEMORY).kind()).isEqualTo(Kind.FORBIDDEN_CALL);
    assertThat(restrictions()).isEqualTo(before);
  }

  /** What this thread may not do, and what it has locked; a container has filters of its own. */
  private static List<String> restrictions() throws IOException {
    return Traces.status("VmLck:", "Seccomp:", "Seccomp_filters:", "NoNewPrivs:");
  }

  @Test
  void somebodyElseWhoReapsChildrenChangesNothing() throws Exception {
    CompletableFuture<Integer> reaped = CompletableFuture.supplyAsync(NativeChildTest::reap);
    try {
      for (int i = 0; i < 200; i++) {
        assertThat(run(Addresses.of(HEALTHY, HEALTHY, HEALTHY)).kind()).isEqualTo(Kind.PASSED);
      }
    } finally {
      stopReaping();
    }
    assertThat(reaped.get(10, TimeUnit.SECONDS)).isPositive();
  }

  @Test
  void nothingIsLeftBehind() throws IOException {
    all();
    List<String> before = Traces.now();
    for (int i = 0; i < 150; i++) {
      all();
    }
    assertThat(Traces.now()).isEqualTo(before);
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
  void whatAProbeDoesIsDoneInTheChild() {
    assertThat(probed(FAULT_OPENING))
        .isEqualTo(new NativeOutcome(Kind.FAULT, SIGSEGV, Phase.OPENING, 0));
    int all = READS + 2 * ORDERED;
    assertThat(probed(NO_FAULT)).isEqualTo(new NativeOutcome(Kind.PASSED, 0, Phase.CLOSING, all));
    assertThat(probed(FAULT_CLOSING))
        .isEqualTo(new NativeOutcome(Kind.FAULT, SIGSEGV, Phase.CLOSING, all));
  }

  @Test
  void aPerfEventIsOpenedAndReadInTheChild() throws CounterUnavailableException {
    try (TickSource source = new SoftwareEvent(SoftwareEvent.TASK_CLOCK).open()) {
      assertThat(NativeChild.canRun(source)).isTrue();
      assertThat(run(source))
          .isEqualTo(new NativeOutcome(Kind.PASSED, 0, Phase.CLOSING, READS + 2 * ORDERED));
    }
  }

  @Test
  void anEventThatCannotBeOpenedHasTheErrorsSentence() throws CounterUnavailableException {
    // It can be opened here: nobody has asked the kernel yet.
    PerfEventSource counter = new SoftwareEvent(new PerfEventSource.Event(1, 9999, 0));
    try (TickSource source = counter.open()) {
      NativeOutcome result = run(source);
      assertThat(result.kind()).isEqualTo(Kind.OPEN_FAILED);
      assertThat(result.phase()).isEqualTo(Phase.OPENING);
      assertThat(((NativeTicks) source).counter().refusal(result.detail()).sentence())
          .startsWith("perf_event_open: E")
          .contains("; ");
      assertThat(NativeIsolator.probeOpened(source, READS, 5).reason())
          .startsWith("perf_event_open: E");
    }
  }

  @Test
  void anEventThatMayNotBeReadWithoutASystemCallIsRefused() throws CounterUnavailableException {
    try (TickSource source = new MappedSoftwareEvent().open()) {
      NativeOutcome result = run(source);
      assertThat(result).isEqualTo(new NativeOutcome(Kind.OPEN_FAILED, 1, Phase.OPENING, 0));
      assertThat(((NativeTicks) source).counter().refusal(1).sentence())
          .isEqualTo("the kernel does not allow its counter to be read without a system call");
      assertThat(NativeIsolator.probeOpened(source, READS, 5).obstacle())
          .isEqualTo(Obstacle.NO_USER_ACCESS);
    }
  }

  @Test
  void olderKernelsDumpAllThatShareMemory() {
    assertThat(NativeChild.dumpsAllThatShareMemory("5.15.0-91-generic")).isTrue();
    assertThat(NativeChild.dumpsAllThatShareMemory("3.10")).isTrue();
    assertThat(NativeChild.dumpsAllThatShareMemory("unknown")).isTrue();
    assertThat(NativeChild.dumpsAllThatShareMemory("5.16-rc1")).isFalse();
    assertThat(NativeChild.dumpsAllThatShareMemory("6.18.44")).isFalse();
    assertThat(NativeChild.dumpsAllThatShareMemory("10.0")).isFalse();
  }
}
