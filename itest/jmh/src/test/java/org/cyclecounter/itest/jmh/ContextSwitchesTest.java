// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import org.cyclecounter.CycleCounter;
import org.cyclecounter.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command prints; whether an event costs anything depends on the machine. */
class ContextSwitchesTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return ContextSwitches.run(arguments, new PrintStream(out, true), new PrintStream(err, true));
  }

  /** Reads as often as it likes to, and remembers by which threads. */
  private static final class Counter implements CycleCounter {
    private final Set<Long> threads = ConcurrentHashMap.newKeySet();
    private final AtomicLong count = new AtomicLong();
    private final long step;

    Counter(long step) {
      this.step = step;
    }

    @Override
    public long cycles() {
      threads.add(Thread.currentThread().getId());
      return count.addAndGet(step);
    }

    @Override
    public long cyclesPerSecond() {
      return 1_000_000_000;
    }

    @Override
    public String implementation() {
      return "example";
    }

    @Override
    public Scope scope() {
      return Scope.THREAD;
    }
  }

  @Test
  void bothThreadsOfEachRoundOpenTheirEvent() throws Exception {
    Counter counter = new Counter(1);
    ContextSwitches.Results results = ContextSwitches.measure(counter, 2);
    assertThat(counter.threads).hasSize(4);
    assertThat(counter.count).hasValue(8);
    assertThat(results.with()).hasSize(2);
    assertThat(DoubleStream.of(results.with()).allMatch(ns -> ns > 0)).isTrue();
    assertThat(DoubleStream.of(results.without()).allMatch(ns -> ns > 0)).isTrue();
  }

  @Test
  void anEventThatDoesNotCountIsNoResult() {
    assertThatThrownBy(() -> ContextSwitches.measure(new Counter(0), 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("its event did not count");
  }

  @Test
  void ratiosAreThoseOfOneRoundAndTheMiddleOneIsShown() {
    ContextSwitches.Results results =
        new ContextSwitches.Results(
            new double[] {1000, 2000, 1000},
            new double[] {1500, 4000, 1100},
            new double[] {1000, 2000, 900});
    assertThat(String.join("\n", results.lines()).lines())
        .containsExactly(
            "without an event               1000",
            "with one in each thread        1500",
            "without, again                 1000",
            "the event's, median             500",
            "with / without                1.500 (1.100 to 2.000)",
            "again / without               1.000 (0.900 to 1.000)");
  }

  @ParameterizedTest
  @CsvSource({
    "amd64-tsc, 3, amd64-tsc' opens no perf event",
    "default-perfevent, none, none' is no number of rounds",
    "default-perfevent, 0, 0' is no number of rounds"
  })
  void badInputIsStatus2AndOneSentence(String counter, String rounds, String sentence) {
    assertThat(run(counter, rounds)).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("contextswitch: ")
        .contains(sentence);
  }

  /** On every machine one of these two is of another processor. */
  @Test
  void aCounterThatIsNotHereIsStatus1AndOneSentenceWithTheReason() {
    String other =
        System.getProperty("os.arch").equals("amd64") ? "riscv64-perfrdcycle" : "amd64-pmc";
    assertThat(run(other)).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("contextswitch: what an event adds cannot be measured here: " + other + ": ")
        .hasSizeGreaterThan(90);
  }
}
