// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.bench.timer.Clock;
import org.cyclecounter.bench.timer.Cycles;
import org.cyclecounter.bench.timer.SubtimerList;
import org.cyclecounter.bench.timer.TimerConfig;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            throw new CounterUnavailableException("broken");
          },
          () -> "no cycles",
          () -> opened.add("listed"),
          warnings::add);

  private BuiltInTimer create(String config) {
    return timers.create(TimerConfig.parse(config, "the test"));
  }

  @Test
  void takesFirstThatInitialises() {
    String description = create("cycle=bad,good,better").describe();
    assertThat(opened).containsExactly("posix-thread-cputime", "bad", "good");
    assertThat(description).contains("cycles good (").endsWith("; not 'bad': broken");
    assertThat(warnings).isEmpty();
  }

  @Test
  void lacksCyclesWhereNoneOfTheDefaultsCountsAndNullWasNotAskedFor() {
    assertThat(create("clock=monotonic").lack()).isEqualTo("no cycles");
    assertThat(create("cycle=bad,null").lack()).isEmpty();
    assertThat(create("cycle=good").lack()).isEmpty();
  }

  /** No counter is on this module's path. */
  @Test
  void namesTheJarsToAddWhereThereAreNoCounters() {
    try (BenchTimer timer = BenchTimer.create("clock=monotonic")) {
      assertThat(((BuiltInTimer) timer).lack())
          .startsWith("no cycles are counted: no counter on the path; add these JARs beside the")
          .contains("cyclecounter-os");
    }
  }

  @Test
  void printsListFirst() {
    create("cycle=good list");
    assertThat(opened).containsExactly("listed", "posix-thread-cputime", "good");
  }

  @Test
  void listsSubtimers() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SubtimerList.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("clock posix-thread-cputime: ", "clock stdc-clock: ", "clock monotonic: ")
        .contains("cycle linux-perf-event: ", "cycle x86-rdtsc: ", "cycle null: no cycles")
        .contains("cycle default-monotonic: ");
  }

  @Test
  void hasDefaultsOfMlib() {
    create("");
    assertThat(opened)
        .containsExactly("posix-thread-cputime", "linux-perf-event", "x86-rdtsc", "null");
    assertThat(Clock.DEFAULTS).containsExactly("posix-thread-cputime", "stdc-clock");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "cycle=one,two | No cycle subtimer initialises: 'one': broken; 'two': broken.",
        "clock=sundial | No clock subtimer initialises: 'sundial': unknown clock; available clocks:"
            + " posix-thread-cputime, stdc-clock, monotonic.",
      })
  void failsWithEachReasonWhereNoneInitialises(String config, String message) {
    assertThatThrownBy(() -> create(config)).isInstanceOf(BenchException.class).hasMessage(message);
    assertThat(warnings).isEmpty();
  }

  @Test
  void skipsUnknownClockWithWarning() {
    String description = create("clock=sundial,monotonic").describe();
    assertThat(description)
        .startsWith("clock monotonic (")
        .contains("; not 'sundial': unknown clock");
    assertThat(warnings)
        .containsExactly(
            "Skipped the clock subtimer 'sundial': unknown clock; available clocks:"
                + " posix-thread-cputime, stdc-clock, monotonic, in the test.");
  }

  @Test
  void readsNothingValidOnceClosed() {
    BuiltInTimer timer = create("cycle=good");
    timer.close();
    assertThat(timer.describe()).startsWith("closed: clock ");
    assertThat(timer.now().timeValid()).isFalse();
    assertThat(timer.now().cyclesValid()).isFalse();
  }

  @Test
  void failsWithReasonOfCounterThatIsNotHere() {
    // No counter is on this module's path: the selector has its last resort only.
    assertThatThrownBy(() -> BenchTimer.create("cycle=no-such-counter,x86-rdtsc"))
        .isInstanceOf(BenchException.class)
        .hasMessageStartingWith("No cycle subtimer initialises: 'no-such-counter': unknown")
        .hasMessageContaining("; 'x86-rdtsc': ");
  }

  @Test
  void takesProgramBeforePropertyBeforeVariable() {
    timers.create(Timers.configured("cycle=good-1", "cycle=good-2", "cycle=good-3"));
    timers.create(Timers.configured(null, "cycle=good-2", "cycle=good-3"));
    timers.create(Timers.configured(null, null, "cycle=good-3"));
    timers.create(Timers.configured(null, null, null));
    assertThat(opened)
        .filteredOn(name -> name.startsWith("good") || name.equals("null"))
        .containsExactly("good-1", "good-2", "good-3", "null");
  }

  @Test
  void namesPlaceOfWrongConfiguration() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> timers.create(Timers.configured(null, "x", null)))
        .withMessageContaining("in the system property org.cyclecounter.bench.timer:");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> timers.create(Timers.configured(null, null, "x")))
        .withMessageContaining("in the environment variable CYCLECOUNTER_BENCH_TIMER:");
  }
}
