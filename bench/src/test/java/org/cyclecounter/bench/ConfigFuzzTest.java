// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.cyclecounter.bench.timer.Clock;
import org.cyclecounter.bench.timer.Cycles;
import org.cyclecounter.bench.timer.TimerConfig;
import org.cyclecounter.spi.CounterUnavailableException;
import org.junit.jupiter.api.Test;

/**
 * Whatever a configuration says, there is a timer that can be read or one clear error. The clocks
 * are real; a counter initialises by the length of its name, because trying real ones 100,000 times
 * would take hours.
 */
class ConfigFuzzTest {

  private static final String[] PIECES = {
    "clock=",
    "cycle=",
    ",",
    " ",
    "\t",
    "\n",
    "=",
    "null",
    "posix-thread-cputime",
    "stdc-clock",
    "monotonic",
    "linux-perf-event",
    "x86-rdtsc",
    "amd64-tsc",
    "clock",
    "cycle",
    "",
    "x",
    "''",
    "%s",
    "\\",
    "\u0000",
    "\u2028",
    "\ud800",
    "é",
    "list ",
    "CLOCK=",
    "999999999999999999999",
  };

  private final Timers timers =
      new Timers(
          Clock::open,
          name -> {
            if (name.length() % 2 == 0) {
              return new Cycles(name, "a test's", null, null, List.of(name));
            }
            throw new CounterUnavailableException("odd");
          },
          () -> {},
          warning -> isClear(warning, warning));

  private int made;
  private int wrong;
  private int unavailable;

  @Test
  void anAnswerOrOneClearError() {
    Random random = new Random(20261121);
    for (int i = 0; i < 100_000; i++) {
      String config = i % 2 == 0 ? ofPieces(random) : ofCharacters(random);
      try {
        BuiltInTimer timer = timers.create(TimerConfig.parse(config, "the fuzz"));
        BenchTime now = timer.now();
        assertThat(now.timeValid()).isTrue();
        assertThat(timer.describe()).startsWith("clock ");
        made++;
      } catch (IllegalArgumentException e) {
        isClear(e.getMessage(), config);
        assertThat(e.getMessage()).contains(" in the fuzz: ");
        wrong++;
      } catch (BenchException e) {
        isClear(e.getMessage(), config);
        assertThat(e.getMessage()).matches("No (clock|cycle) subtimer initialises: '.*");
        unavailable++;
      }
    }
    // Each of the three has been met often.
    assertThat(made).isGreaterThan(1000);
    assertThat(wrong).isGreaterThan(1000);
    assertThat(unavailable).isGreaterThan(100);
  }

  private static void isClear(String message, String config) {
    assertThat(message)
        .as("of '%s'", config)
        .endsWith(".")
        .doesNotContain("\n", "\r", "\u0000", "\u2028")
        .hasSizeLessThan(200 + 100 * config.length());
  }

  private static String ofPieces(Random random) {
    StringBuilder config = new StringBuilder();
    for (int left = random.nextInt(8); left > 0; left--) {
      config.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return config.toString();
  }

  private static String ofCharacters(Random random) {
    StringBuilder config = new StringBuilder(random.nextBoolean() ? "cycle=" : "");
    for (int left = random.nextInt(20); left > 0; left--) {
      config.append((char) random.nextInt(random.nextInt(10) == 0 ? 0x10000 : 0x80));
    }
    return config.toString();
  }
}
