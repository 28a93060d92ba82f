package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cyclecounter.Obstacle;
import org.cyclecounter.selector.isolation.NativeChild.Kind;
import org.cyclecounter.selector.isolation.NativeChild.Phase;
import org.cyclecounter.selector.isolation.NativeChild.Result;
import org.cyclecounter.selector.natives.SelectorLibrary;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.PerfEventSource;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a native child notices of a read, and what it leaves behind. */
class NativeChildTest {

  // The numbers of child_leaves.c.
  private static final int HEALTHY = 0;
  private static final int FAULTS_EVERY_FIFTH = 1;
  private static final int STOPS_ITSELF = 2;
  private static final int KILLS_ITSELF = 3;
  private static final int ABORTS = 4;
  private static final int ENDS_ITSELF = 5;
  private static final int CANCELS_TIMERS_AND_HANGS = 6;
  private static final int LOCKS_MEMORY = 7;
  private static final int GIVES_UNREADABLE = 8;
  private static final int GIVES_LOST = 9;
  private static final int BREAKERS = 100;
  private static final int NO_FAULT = 0;
  private static final int FAULT_OPENING = 1;
  private static final int FAULT_CLOSING = 2;

  private static final int SIGABRT = 6;
  private static final int SIGKILL = 9;
  private static final int SIGSEGV = 11;
  private static final int READS = 100;
  private static final int ORDERED = 10;

  static native long leaf(int number);

  static native long probe(int faultAt);

  static native int reap();

  static native void stopReaping();

  /** The addresses of a counter that nobody may read here. */
  private record Addresses(long ticks, long startAddress, long stopAddress, long probe)
      implements NativeTicks {
    static Addresses of(int ticks, int start, int stop) {
      return new Addresses(leaf(ticks), leaf(start), leaf(stop), 0);
    }

    @Override
    public OptionalLong entryPoint() {
      return ticks == 0 ? OptionalLong.empty() : OptionalLong.of(ticks);
    }

    @Override
    public long address() {
      return ticks;
    }

    @Override
    public TickSource linked() {
      return this;
    }

    @Override
    public long ticks() {
      throw new AssertionError("read in this process");
    }
  }

  @BeforeEach
  void load() throws CounterUnavailableException {
    assumeTrue(CrashProvider.isPackaged(), "no crashing library is packaged for this platform");
    assumeTrue(NativeIsolator.isOffered(), "no native isolation here");
    CrashProvider.load();
    SelectorLibrary.LIBRARY.load();
  }

  private static Result run(TickSource source) {
    return NativeChild.run(source, READS, ORDERED, 5);
  }

  private static Result plain(int number) {
    return NativeChild.run(Addresses.of(number, HEALTHY, HEALTHY), READS, ORDERED, 1);
  }

  private static Result probed(int faultAt) {
    return run(new Addresses(0, 0, 0, probe(faultAt)));
  }

  private static void isOnX86() {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "the leaves are x86-64's");
  }

  @Test
  void everyKindOfReadIsMadeAsOftenAsToldTo() {
    assertThat(run(Addresses.of(HEALTHY, HEALTHY, HEALTHY)))
        .isEqualTo(new Result(Kind.PASSED, 0, Phase.CLOSING, READS + 2 * ORDERED));
    assertThat(run(new Addresses(leaf(HEALTHY), 0, 0, 0)).reads()).isEqualTo(READS);
  }

  @Test
  void aSourceThatIsNotNativeIsReadPlainly() {
    TickSource source =
        new TickSource() {
          @Override
          public long ticks() {
            throw new AssertionError("read in this process");
          }

          @Override
          public OptionalLong entryPoint() {
            return OptionalLong.of(leaf(HEALTHY));
          }
        };
    assertThat(NativeChild.canRun(source)).isTrue();
    assertThat(run(source)).isEqualTo(new Result(Kind.PASSED, 0, Phase.CLOSING, READS));
    assertThat(NativeChild.canRun(() -> 1)).isFalse();
  }

  @Test
  void aFaultWithALaterReadIsNoticedAndCounted() {
    for (int i = 0; i < 3; i++) {
      assertThat(plain(FAULTS_EVERY_FIFTH).kind()).isEqualTo(Kind.FAULT);
    }
    // The fifth again: the leaf's own count went on with the one that faulted.
    assertThat(plain(FAULTS_EVERY_FIFTH))
        .isEqualTo(new Result(Kind.FAULT, SIGSEGV, Phase.READING, 4));
  }

  @Test
  void orderedReadsAreTriedToo() {
    assertThat(run(Addresses.of(HEALTHY, ABORTS, HEALTHY)))
        .isEqualTo(new Result(Kind.FAULT, SIGABRT, Phase.READING_START, READS));
    assertThat(run(Addresses.of(HEALTHY, HEALTHY, ABORTS)))
        .isEqualTo(new Result(Kind.FAULT, SIGABRT, Phase.READING_STOP, READS + ORDERED));
  }

  @Test
  void whatStopsItselfOrCancelsTimersIsEndedFromOutside() {
    for (int number : new int[] {STOPS_ITSELF, CANCELS_TIMERS_AND_HANGS}) {
      long beginNs = System.nanoTime();
      assertThat(plain(number)).isEqualTo(new Result(Kind.TIMED_OUT, 0, Phase.READING, 0));
      assertThat(System.nanoTime() - beginNs).isBetween(900_000_000L, 10_000_000_000L);
    }
  }

  @Test
  void howItEndedIsSaid() {
    assertThat(plain(KILLS_ITSELF)).isEqualTo(new Result(Kind.ENDED, SIGKILL, Phase.READING, 0));
    assertThat(plain(ENDS_ITSELF)).isEqualTo(new Result(Kind.ENDED, 0, Phase.READING, 0));
    assertThat(plain(ABORTS)).isEqualTo(new Result(Kind.FAULT, SIGABRT, Phase.READING, 0));
    assertThat(plain(GIVES_UNREADABLE)).isEqualTo(new Result(Kind.UNREADABLE, 0, Phase.READING, 1));
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
    return status("VmLck:", "Seccomp:", "Seccomp_filters:", "NoNewPrivs:");
  }

  private static List<String> status(String... names) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/thread-self/status"))) {
      return lines.filter(line -> Stream.of(names).anyMatch(line::startsWith)).toList();
    }
  }

  @Test
  void eachRegisterIsComparedAfterEachRead() {
    isOnX86();
    List<String> expected =
        List.of(
            "rbx",
            "rbp",
            "r12",
            "r13",
            "r14",
            "r15",
            "rbx", // its upper half
            "rsp",
            "the direction flag (DF)",
            "the alignment-check flag (AC)",
            "another flag (NT or ID)",
            "MXCSR",
            "the x87 control word",
            "the x87 stack");
    for (int i = 0; i < expected.size(); i++) {
      breaks(BREAKERS + i, 1, expected.get(i));
    }
    // MMX is looked for once, behind the last read.
    int next = BREAKERS + expected.size();
    breaks(next, READS, "the x87 stack");
    plain(next + 1);
    breaks(next + 1, 5, "rbx");
    assertThat(plain(next + 2).kind()).isEqualTo(Kind.PASSED);
    breaks(next + 3, 1, "rbx", "r15", "MXCSR");
    assertThat(leaf(next + 4)).isZero();
  }

  private static void breaks(int number, int withRead, String... names) {
    Result result = plain(number);
    assertThat(result)
        .as("leaf %d", number)
        .isEqualTo(new Result(Kind.CALLING_CONVENTION, result.detail(), Phase.READING, withRead));
    assertThat(RegisterNames.of(result.detail())).as("leaf %d", number).containsExactly(names);
  }

  @Test
  void elsewhereEachRegisterIsComparedToo() {
    String arch = System.getProperty("os.arch");
    assumeTrue(
        arch.equals("aarch64") || arch.equals("riscv64"), "the leaves are other processors'");
    List<String> registers =
        arch.equals("aarch64")
            ? RegisterNames.of(0x1107ffff, Platform.current())
            : RegisterNames.of(0x11ffffff, Platform.current());
    assertThat(registers).hasSizeGreaterThan(20).contains("sp");
    for (int i = 0; i < registers.size(); i++) {
      breaks(BREAKERS + i, 1, registers.get(i));
    }
    assertThat(leaf(BREAKERS + registers.size())).isZero();
  }

  @Test
  void eachBitHasItsProcessorsName() {
    Platform arm = new Platform("linux", "aarch64");
    assertThat(RegisterNames.of(1 | 1 << 10 | 1 << 11 | 1 << 18 | 1 << 24 | 1 << 28, arm))
        .containsExactly("x19", "x29", "d8", "d15", "sp", "FPCR");
    assertThat(RegisterNames.of(1 | 1 << 12 | 1 << 23 | 1 << 28, new Platform("linux", "riscv64")))
        .containsExactly("s0", "fs0", "fs11", "frm");
    assertThat(RegisterNames.of(1 << 3 | 1 << 24, new Platform("linux", "x86")))
        .containsExactly("ebp", "esp");
    assertThat(RegisterNames.of(1 << 6 | 1 << 30, new Platform("win32", "x86-64")))
        .containsExactly("rdi", "the x87 stack");
    assertThat(RegisterNames.of(1 << 6, new Platform("linux", "x86-64"))).containsExactly("bit 6");
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
    List<String> before = state();
    for (int i = 0; i < 150; i++) {
      all();
    }
    assertThat(state()).isEqualTo(before);
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

  /** This thread's signal mask, the process's handlers, descriptors, children and mappings. */
  private static List<String> state() throws IOException {
    List<String> state = new ArrayList<>(status("SigBlk:", "SigIgn:", "SigCgt:", "VmLck:"));
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      state.add("descriptors " + descriptors.count());
    }
    state.add("children " + ProcessHandle.current().children().count());
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      // The JVM's own mappings grow meanwhile; these are the child's kinds.
      state.add(
          "shared and events "
              + maps.filter(m -> m.contains("/dev/zero") || m.contains("perf_event")).count());
    }
    return state;
  }

  @Test
  void whatAProbeDoesIsDoneInTheChild() {
    assertThat(probed(FAULT_OPENING)).isEqualTo(new Result(Kind.FAULT, SIGSEGV, Phase.OPENING, 0));
    int all = READS + 2 * ORDERED;
    assertThat(probed(NO_FAULT)).isEqualTo(new Result(Kind.PASSED, 0, Phase.CLOSING, all));
    assertThat(probed(FAULT_CLOSING))
        .isEqualTo(new Result(Kind.FAULT, SIGSEGV, Phase.CLOSING, all));
  }

  @Test
  void aPerfEventIsOpenedAndReadInTheChild() throws CounterUnavailableException {
    try (TickSource source = new SoftwareEvent(SoftwareEvent.TASK_CLOCK).open()) {
      assertThat(NativeChild.canRun(source)).isTrue();
      assertThat(run(source))
          .isEqualTo(new Result(Kind.PASSED, 0, Phase.CLOSING, READS + 2 * ORDERED));
    }
  }

  @Test
  void anEventThatCannotBeOpenedHasTheErrorsSentence() throws CounterUnavailableException {
    // It can be opened here: nobody has asked the kernel yet.
    PerfEventSource counter = new SoftwareEvent(new PerfEventSource.Event(1, 9999, 0));
    try (TickSource source = counter.open()) {
      Result result = run(source);
      assertThat(result.kind()).isEqualTo(Kind.OPEN_FAILED);
      assertThat(result.phase()).isEqualTo(Phase.OPENING);
      assertThat(((NativeTicks) source).explain(result.detail()))
          .startsWith("perf_event_open: E")
          .contains("; ");
      assertThat(NativeIsolator.tryOpened(source, READS, ORDERED).reason())
          .startsWith("perf_event_open: E");
    }
  }

  @Test
  void anEventThatMayNotBeReadWithoutASystemCallIsRefused() throws CounterUnavailableException {
    try (TickSource source = new MappedSoftwareEvent().open()) {
      Result result = run(source);
      assertThat(result).isEqualTo(new Result(Kind.OPEN_FAILED, 1, Phase.OPENING, 0));
      assertThat(((NativeTicks) source).explain(1))
          .isEqualTo("the kernel does not allow its counter to be read without a system call");
      assertThat(NativeIsolator.tryOpened(source, READS, ORDERED).obstacle())
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
