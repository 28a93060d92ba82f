// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.cyclecounter.bench.BenchException;
import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimersTest {

  private final List<String> opened = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  /** Opens real clocks, and cycles of names that begin with "good". */
  private final Timers timers =
      new Timers(
          name -> {
            opened.add(name);
            return Clock.open(name);
          },
          name -> {
            opened.add(name);
            if (name.equals("null") || name.startsWith("good")) {
              return new Cycles(name, "a test's", null, null, List.of(name));
            }
            throw new Unavailable("broken");
          },
          () -> opened.add("listed"),
          warnings::add);

  @ParameterizedTest
  @ValueSource(strings = {"posix-thread-cputime", "stdc-clock", "monotonic"})
  void everyClockAdvances(String name) {
    try (BenchTimer timer = BenchTimer.create("clock=" + name + " cycle=null")) {
      assertThat(timer.describe()).startsWith("clock " + name + " (");
      BenchTime start = timer.now();
      assertThat(start.timeValid()).isTrue();
      assertThat(start.cyclesValid()).isFalse();
      long endNs = System.nanoTime() + 5_000_000_000L;
      BenchTime now = timer.now();
      while (now.seconds() == start.seconds()
          && now.nanos() == start.nanos()
          && System.nanoTime() < endNs) {
        now = timer.now();
      }
      assertThat(now.seconds() * 1_000_000_000L + now.nanos())
          .isGreaterThan(start.seconds() * 1_000_000_000L + start.nanos());
      assertThat(now.nanos()).isBetween(0, 999_999_999);
    }
  }

  @Test
  void theFirstThatInitialisesIsTaken() throws Exception {
    String description = timers.make("cycle=bad,good,better", "the test").describe();
    assertThat(opened).containsExactly("posix-thread-cputime", "bad", "good");
    assertThat(description).contains("cycles good (").endsWith("; not 'bad': broken");
  }

  @Test
  void clock3IsCalledWhereItIsTheProcesssTime() throws Exception {
    assumeTrue(
        !System.getProperty("os.name").startsWith("Windows"), "clock(3) is another clock there");
    LongSupplier clock = StdcClock.open();
    long startNs = clock.getAsLong();
    long stepNs = 0;
    while (stepNs == 0) {
      stepNs = clock.getAsLong() - startNs;
    }
    assertThat(startNs).isPositive();
    assertThat(stepNs).isPositive();
    assertThat(timers.make("clock=stdc-clock cycle=null", "the test").describe())
        .isEqualTo("clock stdc-clock (CPU time of the process), cycles null (a test's)");
  }

  @Test
  void aVirtualThreadHasNoCpuTimeOfItsOwn() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "Java has virtual threads from 21 on");
    BenchTimer timer = BenchTimer.create("cycle=null");
    List<Object> seen = new ArrayList<>();
    Runnable inVirtualThread =
        () -> {
          seen.add(timer.now().timeValid());
          seen.add(BenchTimer.create("cycle=null").describe());
        };
    Thread virtual =
        (Thread)
            Thread.class
                .getMethod("startVirtualThread", Runnable.class)
                .invoke(null, inVirtualThread);
    virtual.join();
    assertThat(timer.now().timeValid()).isTrue();
    assertThat(seen.get(0)).isEqualTo(false);
    assertThat(seen.get(1))
        .asString()
        .startsWith("clock stdc-clock")
        .endsWith("; not 'posix-thread-cputime': it cannot be read");
  }

  @Test
  void listIsDoneFirst() throws Exception {
    timers.make("cycle=good list", "the test");
    assertThat(opened).containsExactly("listed", "posix-thread-cputime", "good");
  }

  @Test
  void theListHasEverySubtimer() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SubtimerList.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("clock posix-thread-cputime: ", "clock stdc-clock: ", "clock monotonic: ")
        .contains("cycle linux-perf-event: ", "cycle x86-rdtsc: ", "cycle null: no cycles");
  }

  @Test
  void theDefaultsAreThoseOfMlib() throws Exception {
    timers.make("", "the test");
    assertThat(opened)
        .containsExactly("posix-thread-cputime", "linux-perf-event", "x86-rdtsc", "null");
    assertThat(Clock.DEFAULTS).containsExactly("posix-thread-cputime", "stdc-clock");
  }

  @Test
  void whereNoneInitialisesEveryReasonIsTold() throws Exception {
    assertThatThrownBy(() -> timers.make("cycle=one,two", "the test"))
        .isInstanceOf(Unavailable.class)
        .hasMessage("No cycle subtimer initialises: 'one': broken; 'two': broken.");
  }

  @Test
  void anUnknownClockIsSkippedWithAWarning() throws Exception {
    String description = timers.make("clock=sundial,monotonic", "the test").describe();
    assertThat(description)
        .startsWith("clock monotonic (")
        .contains("; not 'sundial': unknown clock");
    assertThat(warnings)
        .containsExactly(
            "Skipped the clock subtimer 'sundial': unknown clock; available clocks:"
                + " posix-thread-cputime, stdc-clock, monotonic, in the test.");
  }

  @Test
  void aSubtimerThatDoesNotWorkHereIsSkippedWithoutOne() throws Exception {
    timers.make("cycle=bad,good", "the test");
    assertThat(warnings).isEmpty();
  }

  @Test
  void aListWithNothingLeftFailsWithOneSentence() throws Exception {
    assertThatThrownBy(() -> timers.make("clock=sundial", "the test"))
        .isInstanceOf(Unavailable.class)
        .hasMessage(
            "No clock subtimer initialises: 'sundial': unknown clock; available clocks:"
                + " posix-thread-cputime, stdc-clock, monotonic.");
    assertThat(warnings).isEmpty();
  }

  @Test
  void aClosedTimerSaysSo() throws Exception {
    BuiltInTimer timer = timers.make("cycle=good", "the test");
    timer.close();
    assertThat(timer.describe()).startsWith("closed: clock ");
  }

  @Test
  void aCounterThatIsNotHereIsToldOf() {
    // No counter is on this module's path: the selector has its last resort only.
    assertThatThrownBy(() -> BenchTimer.create("cycle=no-such-counter,x86-rdtsc"))
        .isInstanceOf(BenchException.class)
        .hasMessageStartingWith("No cycle subtimer initialises: 'no-such-counter': unknown")
        .hasMessageContaining("; 'x86-rdtsc': ");
  }

  @Test
  void theProgramComesBeforeThePropertyBeforeTheVariable() throws Exception {
    timers.make("cycle=good-1", "cycle=good-2", "cycle=good-3");
    timers.make(null, "cycle=good-2", "cycle=good-3");
    timers.make(null, null, "cycle=good-3");
    timers.make(null, null, null);
    assertThat(opened)
        .filteredOn(name -> name.startsWith("good") || name.equals("null"))
        .containsExactly("good-1", "good-2", "good-3", "null");
  }

  @Test
  void aWrongConfigurationSaysWhereItIs() throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> timers.make(null, "x", null))
        .withMessageContaining("in the system property org.cyclecounter.bench.timer:");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> timers.make(null, null, "x"))
        .withMessageContaining("in the environment variable CYCLECOUNTER_BENCH_TIMER:");
  }

  @Test
  void theSystemPropertyConfigures() {
    System.setProperty(BenchTimer.PROPERTY, "clock=monotonic cycle=null");
    try (BenchTimer timer = BenchTimer.create(null)) {
      assertThat(timer.describe()).contains("clock monotonic");
    } finally {
      System.clearProperty(BenchTimer.PROPERTY);
    }
  }

  @Test
  void aClosedTimerHasNoValidReading() {
    BenchTimer timer = BenchTimer.create("cycle=null");
    timer.close();
    assertThat(timer.now().timeValid()).isFalse();
    assertThat(timer.now().cyclesValid()).isFalse();
  }
}
