package org.cyclecounter.x86;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.assertj.core.api.AbstractThrowableAssert;
import org.cyclecounter.Obstacle;
import org.cyclecounter.spi.CounterLostException;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.spi.TickSource;
import org.cyclecounter.spi.nativelib.EventState;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.x86.ScriptedEvents.Fact;
import org.cyclecounter.x86.ScriptedEvents.Setting;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a thread reads of its perf events when the kernel is short of hardware counters. */
class ThreadEventsTest {

  private static final long FIRST = Long.MIN_VALUE + 2;
  private static final long GAP = 1L << 54;
  private static final int EPERM = 1;
  private static final int EACCES = 13;
  private static final int EMFILE = 24;
  private static final int PINNED = 1 << 2;
  private static final int EXCLUDE_KERNEL = 1 << 5;
  private static final int EXCLUDE_HV = 1 << 6;

  private ScriptedEvents counter;

  @BeforeAll
  static void isPackaged() {
    assumeTrue(
        ScriptedEvents.LIBRARY.isPackaged(), "the test library is packaged for x86-64 Linux only");
  }

  private TickSource begin(boolean mapped) throws CounterUnavailableException {
    return begin(mapped, 1);
  }

  private TickSource begin(boolean mapped, int kindsOfCore) throws CounterUnavailableException {
    counter = ScriptedEvents.begin(mapped, kindsOfCore);
    return counter.open();
  }

  /** The thread has read it, and it has counted that far. */
  private TickSource counting(boolean mapped, long count) throws CounterUnavailableException {
    TickSource source = begin(mapped);
    source.ticks();
    ScriptedEvents.set(Setting.COUNT, count);
    assertThat(source.ticks()).isEqualTo(count);
    return source;
  }

  private static AbstractThrowableAssert<?, ?> thatIsLost(TickSource source) {
    return assertThatThrownBy(source::ticks).isInstanceOf(CounterLostException.class);
  }

  private static AbstractThrowableAssert<?, ?> thatFails(TickSource source) {
    return assertThatThrownBy(source::ticks).isExactlyInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyEventIsPinnedAndReadWithItsTimes(boolean mapped) throws Exception {
    begin(mapped).ticks();
    assertThat(ScriptedEvents.fact(Fact.FLAGS)).isEqualTo(PINNED | EXCLUDE_KERNEL | EXCLUDE_HV);
    assertThat(ScriptedEvents.fact(Fact.READ_FORMAT)).isEqualTo(3);
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isEqualTo(1);
    assertThat(ScriptedEvents.fact(Fact.MAPPED)).isEqualTo(mapped ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aThreadsFirstReadInCIsToBeMadeAgain(boolean mapped) throws Exception {
    begin(mapped);
    assertThat(ScriptedEvents.ticks()).isEqualTo(FIRST);
    assertThat(ScriptedEvents.ticks()).isZero();
    TickSource again = begin(mapped);
    assertThat(again.startTicks()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFullPmuIsALossUntilThereIsRoomAndTheCountGoesOnFarAbove(boolean mapped) throws Exception {
    TickSource source = counting(mapped, 1_000);
    ScriptedEvents.set(Setting.FULL, -1);
    thatIsLost(source).hasMessageStartingWith("the hardware counters are in use by other events");
    thatIsLost(source);
    ScriptedEvents.set(Setting.COUNT, 5_000);
    ScriptedEvents.set(Setting.FULL, 0);
    thatIsLost(source);
    assertThat(source.ticks()).isEqualTo(GAP + 1_000);
    ScriptedEvents.set(Setting.COUNT, 5_010);
    assertThat(source.ticks()).isEqualTo(GAP + 1_010);
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGapFromBeforeAChoiceIsNoLossOfIt(boolean mapped) throws Exception {
    TickSource earlier = counting(mapped, 1_000);
    ScriptedEvents.set(Setting.FULL, -1);
    ScriptedEvents.set(Setting.FULL, 0);
    TickSource later = counter.open();
    assertThat(later.ticks()).isEqualTo(GAP + 1_000);
    assertThat(earlier.ticks()).isEqualTo(GAP + 1_000);
    ScriptedEvents.set(Setting.FULL, -1);
    ScriptedEvents.set(Setting.FULL, 0);
    thatIsLost(later);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGapThatBeganAfterAThreadsFirstReadingIsALossOfALaterChoice(boolean mapped)
      throws Exception {
    counting(mapped, 1_000);
    TickSource later = counter.open();
    assertThat(later.ticks()).isEqualTo(1_000);
    ScriptedEvents.set(Setting.FULL, -1);
    ScriptedEvents.set(Setting.FULL, 0);
    thatIsLost(later);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLaterChoiceIsLostWhileThePmuIsStillFull(boolean mapped) throws Exception {
    counting(mapped, 1_000);
    ScriptedEvents.set(Setting.FULL, -1);
    TickSource later = counter.open();
    thatIsLost(later);
    ScriptedEvents.set(Setting.FULL, 0);
    TickSource latest = counter.open();
    assertThat(latest.ticks()).isEqualTo(GAP + 1_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aThreadStaysBelowACountersSuccessor(boolean mapped) throws Exception {
    counting(mapped, 1_000);
    for (int gaps = 1; gaps <= 63; gaps++) {
      ScriptedEvents.set(Setting.FULL, -1);
      ScriptedEvents.set(Setting.FULL, 0);
      assertThat(counter.open().ticks()).isEqualTo(gaps * GAP + 1_000);
    }
    ScriptedEvents.set(Setting.FULL, -1);
    ScriptedEvents.set(Setting.FULL, 0);
    TickSource tooMany = counter.open();
    thatIsLost(tooMany);
    thatIsLost(tooMany);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatCannotBeEnabledIsOpenedAnewAndDoesNotCountBackwards(boolean mapped) throws Exception {
    TickSource source = counting(mapped, 1_000);
    ScriptedEvents.set(Setting.ENABLE_ERROR, EPERM);
    ScriptedEvents.set(Setting.FULL, -1);
    thatIsLost(source);
    ScriptedEvents.set(Setting.FULL, 0);
    TickSource later = counter.open();
    assertThat(later.ticks()).isEqualTo(GAP + 1_000);
    ScriptedEvents.set(Setting.COUNT, 1_007);
    assertThat(later.ticks()).isEqualTo(GAP + 1_007);
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isEqualTo(1);
    assertThat(ScriptedEvents.fact(Fact.MAPPED)).isEqualTo(mapped ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatCanNeitherBeEnabledNorOpenedIsOpenedLaterFarAbove(boolean mapped) throws Exception {
    TickSource source = counting(mapped, 1_000);
    ScriptedEvents.set(Setting.ENABLE_ERROR, EPERM);
    ScriptedEvents.set(Setting.OPEN_ERROR, EMFILE);
    ScriptedEvents.set(Setting.FULL, -1);
    thatFails(source).hasMessageContaining("EMFILE");
    ScriptedEvents.set(Setting.OPEN_ERROR, 0);
    ScriptedEvents.set(Setting.FULL, 0);
    assertThat(source.ticks()).isEqualTo(GAP + 1_000);
  }

  @Test
  void aSingleEventThatDidNotRunAllTheTimeIsRefused() throws Exception {
    TickSource source = counting(false, 1_000);
    ScriptedEvents.set(Setting.ENABLED, 1_000_000_000_000L);
    ScriptedEvents.set(Setting.RUNNING, 390_000_000_000L);
    thatIsLost(source).hasMessageStartingWith("it ran for 39 % of the time: ");
    assertThat(source.ticks()).isEqualTo(GAP + 1_000);
    ScriptedEvents.set(Setting.ENABLED, 1_000_000_000_001L);
    ScriptedEvents.set(Setting.RUNNING, 390_000_000_001L);
    assertThat(source.ticks()).isEqualTo(GAP + 1_000);
    ScriptedEvents.set(Setting.ENABLED, 1_000_000_000_002L);
    thatIsLost(source);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eventsOfTwoKindsOfCoreRunInTurns(boolean mapped) throws Exception {
    TickSource source = begin(mapped, 2);
    source.ticks();
    ScriptedEvents.set(Setting.ENABLED, 10);
    ScriptedEvents.set(Setting.RUNNING, 5);
    ScriptedEvents.set(Setting.COUNT, 100);
    assertThat(source.ticks()).isEqualTo(100);
    ScriptedEvents.set(Setting.KIND_OF_CORE, 1);
    ScriptedEvents.set(Setting.COUNT, 300);
    assertThat(source.ticks()).isEqualTo(300);
    EventState state = ((NativeTicks) source).eventState();
    assertThat(state).isEqualTo(new EventState(10, 10, false));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGapOnTheOtherKindOfCoreIsNoticedOnThisOne(boolean mapped) throws Exception {
    TickSource source = begin(mapped, 2);
    source.ticks();
    ScriptedEvents.set(Setting.COUNT, 100);
    assertThat(source.ticks()).isEqualTo(100);
    ScriptedEvents.set(Setting.FULL, 1 << 1);
    ScriptedEvents.set(Setting.KIND_OF_CORE, 1);
    ScriptedEvents.set(Setting.COUNT, 300);
    ScriptedEvents.set(Setting.KIND_OF_CORE, 0);
    thatIsLost(source);
    ScriptedEvents.set(Setting.FULL, 0);
    TickSource later = counter.open();
    assertThat(later.ticks()).isEqualTo(GAP + 100);
  }

  @Test
  void whereReadsAreForbiddenForGoodItIsLostAndElseItIsReadByASystemCall() throws Exception {
    TickSource source = counting(true, 1_000);
    ScriptedEvents.set(Setting.FORBIDDEN, 1);
    for (int reads = 1; reads <= 100; reads++) { // more than there are gaps
      thatIsLost(source).hasMessage("the test has forbidden it");
      assertThat(ScriptedEvents.fact(Fact.OPEN)).as("kept from the counter's successor").isZero();
    }
    ScriptedEvents.set(Setting.FORBIDDEN, 0);
    thatIsLost(source);
    assertThat(counter.open().ticks()).isEqualTo(GAP + 1_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatTheSystemSaysIsKeptForEachThreadAndTriedAgain(boolean mapped) throws Exception {
    TickSource source = begin(mapped);
    ScriptedEvents.set(Setting.OPEN_ERROR, EMFILE);
    thatFails(source).hasMessageContainingAll("perf_event_open: EMFILE; ", "ulimit -n");
    ScriptedEvents.set(Setting.OPEN_ERROR, EACCES);
    ScriptedEvents.set(Setting.PARANOID, 3);
    CompletableFuture.runAsync(
            () ->
                thatFails(source)
                    .hasMessage(
                        "perf_event_open: EACCES; kernel.perf_event_paranoid is 3, needs 2 or"
                            + " less"))
        .join();
    assertThat((int) (counter.whyNot() >>> 8)).isEqualTo(EMFILE);
    ScriptedEvents.set(Setting.OPEN_ERROR, 0);
    assertThat(source.ticks()).isZero();
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isEqualTo(1);
  }

  @Test
  void aPageThatCannotBeMappedNamesTheLimitAndLeavesNothingOpen() throws Exception {
    TickSource source = begin(true, 2);
    ScriptedEvents.set(Setting.MAP_ERROR, EPERM);
    thatFails(source).hasMessageContainingAll("mmap of a perf event: EPERM; ", "ulimit -l");
    assertThat(ScriptedEvents.fact(Fact.OPEN)).isZero();
    ScriptedEvents.set(Setting.MAP_ERROR, 0);
    assertThat(source.ticks()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theProbeSaysWhatIsWrong(boolean mapped) throws Exception {
    NativeTicks source = (NativeTicks) begin(mapped);
    assertThat(ScriptedEvents.openProbe()).isZero();
    ScriptedEvents.set(Setting.FULL, -1);
    assertThat(source.explain(ScriptedEvents.openProbe()))
        .startsWith("the hardware counters are in use");
    assertThat(source.obstacle(ScriptedEvents.openProbe())).isEqualTo(Obstacle.TAKEN);
    ScriptedEvents.set(Setting.FULL, 0);
    ScriptedEvents.set(Setting.MAP_ERROR, EPERM);
    if (mapped) {
      assertThat(source.explain(ScriptedEvents.openProbe())).startsWith("mmap of a perf event");
      assertThat(source.obstacle(ScriptedEvents.openProbe())).isEqualTo(Obstacle.LOCKED_MEMORY);
    }
    ScriptedEvents.set(Setting.OPEN_ERROR, EMFILE);
    assertThat(source.explain(ScriptedEvents.openProbe())).startsWith("perf_event_open: EMFILE");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theStateHasItsTimesAndWhetherTheKernelCounts(boolean mapped) throws Exception {
    NativeTicks source = (NativeTicks) begin(mapped);
    assertThat(source.eventState()).isNull();
    source.ticks();
    ScriptedEvents.set(Setting.ENABLED, 7);
    ScriptedEvents.set(Setting.RUNNING, 7);
    assertThat(source.eventState()).isEqualTo(new EventState(7, 7, false));
    NativeTicks other = (NativeTicks) begin(mapped);
    ScriptedEvents.set(Setting.REFUSED_FLAGS, EXCLUDE_KERNEL);
    other.ticks();
    assertThat(other.eventState()).isEqualTo(new EventState(0, 0, true));
    ScriptedEvents.set(Setting.FULL, -1);
    assertThat(other.eventState()).isNull();
  }

  @Test
  void aReadInAVirtualThreadIsWarnedOfOnce() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "this Java has no virtual threads");
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    BlockingQueue<LogRecord> warnings = new LinkedBlockingQueue<>();
    Handler handler = new Keeping(warnings);
    Logger logger = Logger.getLogger("org.cyclecounter");
    logger.addHandler(handler);
    try {
      TickSource source = begin(true);
      Thread platform = new Thread(source::ticks);
      platform.start();
      platform.join();
      for (int i = 0; i < 3; i++) {
        ((Thread) start.invoke(null, (Runnable) source::ticks)).join();
      }
      LogRecord warning = warnings.poll(10, TimeUnit.SECONDS);
      assertThat(warning).isNotNull();
      assertThat(warning.getLevel()).isEqualTo(Level.WARNING);
      assertThat(warning.getMessage())
          .startsWith("scripted-events is read in a virtual thread")
          .contains("Builder.minimumScope(Scope.SYSTEM)", "--scope system");
      assertThat(warnings.poll(100, TimeUnit.MILLISECONDS)).isNull();
    } finally {
      logger.removeHandler(handler);
    }
  }

  /** Keeps what is logged. */
  private static final class Keeping extends Handler {
    private final BlockingQueue<LogRecord> warnings;

    Keeping(BlockingQueue<LogRecord> warnings) {
      this.warnings = warnings;
    }

    @Override
    public void publish(LogRecord record) {
      warnings.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
