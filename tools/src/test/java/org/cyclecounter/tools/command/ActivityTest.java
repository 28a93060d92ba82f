// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The line on the terminal, by a clock of its own. */
class ActivityTest {

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(terminal, true, StandardCharsets.UTF_8);
  private long nowNs;
  private final Activity activity = new Activity(new Progress(stream, true, false, 1, () -> nowNs));

  private String drawn() {
    String lines = terminal.toString(StandardCharsets.UTF_8).replace("\r\n", "\n"); // of Windows
    String text = lines.replaceAll(".*\r", "").stripTrailing();
    terminal.reset();
    return text;
  }

  private void passes(double seconds) {
    nowNs += (long) (seconds * 1e9);
    activity.tick();
  }

  @Test
  void showsWhatTakesMoreThanTwoSeconds() {
    activity.begin("selecting a counter", true);
    passes(1.9);
    assertThat(terminal.size()).isZero();
    passes(0.2);
    assertThat(drawn()).isEqualTo("selecting a counter, 2 s");
    passes(1);
    assertThat(drawn()).isEqualTo("selecting a counter, 3 s");
    activity.end();
    assertThat(drawn()).isEmpty();
    passes(1);
    assertThat(terminal.size()).isZero();
  }

  @Test
  void drawsWhatMustNotBeDisturbedBetweenItsPartsOnly() {
    activity.begin("observing", false);
    passes(3);
    assertThat(terminal.size()).isZero();
    activity.at(0.5);
    assertThat(drawn()).isEqualTo("observing 50 %, 3 s");
  }

  @Test
  void saysWhatWasGoingOn() {
    activity.begin("selecting a counter", true);
    passes(3.2);
    terminal.reset();
    activity.interrupt();
    assertThat(drawn()).isEqualTo("Interrupted: selecting a counter had run for 3.2 s.");
    activity.end();
    assertThat(activity.isBusy()).isFalse();
  }

  @Test
  void saysInterruptedAloneWhileNothingIsGoingOn() {
    activity.interrupt();
    assertThat(drawn()).isEqualTo("Interrupted.");
  }
}
