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

/** Checks the command's output; the cost of an event depends on the machine. */
class ContextSwitchesTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private void fails(int status, String sentence, String... arguments) {
    assertThat(
            ContextSwitches.run(arguments, new PrintStream(out, true), new PrintStream(err, true)))
        .isEqualTo(status);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("contextswitch: " + sentence)
        .hasSizeGreaterThan("contextswitch: ".length() + sentence.length());
  }

  /** Reads as often as it likes to, and remembers by which threads. */
  private record Counter(
      String implementation,
      Scope scope,
      long cyclesPerSecond,
      long step,
      AtomicLong count,
      Set<Long> threads)
      implements CycleCounter {

    static Counter of(long step) {
      Set<Long> threads = ConcurrentHashMap.newKeySet();
      return new Counter("example", Scope.THREAD, 1, step, new AtomicLong(), threads);
    }

    @Override
    public long cycles() {
      threads.add(Thread.currentThread().getId());
      return count.addAndGet(step);
    }
  }

  @Test
  void bothThreadsOfEachRoundOpenTheirEvent() throws Exception {
    Counter counter = Counter.of(1);
    ContextSwitches.Results results = ContextSwitches.measure(counter, 2);
    assertThat(counter.threads).hasSize(4);
    assertThat(counter.count).hasValue(8);
    assertThat(results.with()).hasSize(2);
    assertThat(DoubleStream.of(results.with()).allMatch(ns -> ns > 0)).isTrue();
    assertThat(DoubleStream.of(results.without()).allMatch(ns -> ns > 0)).isTrue();
  }

  @Test
  void anEventThatDoesNotCountIsNoResult() {
    assertThatThrownBy(() -> ContextSwitches.measure(Counter.of(0), 1))
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
    fails(2, "'" + sentence, counter, rounds);
  }

  /** On every machine one of these two is of another processor. */
  @Test
  void aCounterThatIsNotHereIsStatus1AndOneSentenceWithTheReason() {
    String other =
        System.getProperty("os.arch").equals("amd64") ? "riscv64-perfrdcycle" : "amd64-pmc";
    fails(1, "what an event adds cannot be measured here: " + other + ": ", other);
  }
}
