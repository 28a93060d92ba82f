// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The line on the terminal, by a clock of its own. */
class ProgressTest {

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(terminal, true, StandardCharsets.UTF_8);
  private long nowNs;
  private final Progress progress = new Progress(stream, true, true, 2, () -> nowNs);

  private String drawn() {
    String lines = terminal.toString(StandardCharsets.UTF_8).replace("\r\n", "\n"); // of Windows
    String text = lines.replaceAll(".*\r", "").stripTrailing();
    terminal.reset();
    return text;
  }

  @Test
  void lineMovesWithoutReport() {
    progress.begin("a.B");
    progress.at("TAINT: valgrind starts", 0);
    assertThat(drawn()).endsWith(": a.B: TAINT: valgrind starts 0 %, 0 s");
    nowNs += 16_000_000_000L;
    progress.tick();
    assertThat(drawn()).endsWith(": a.B: TAINT: valgrind starts 0 %, 16 s");
    progress.at("TAINT: warm-up", 50);
    assertThat(drawn()).endsWith(": a.B: TAINT: warm-up 50 %, 0 s");
    progress.end();
    assertThat(drawn()).isEmpty();
    progress.tick();
    assertThat(drawn()).isEmpty();
  }

  @Test
  void lateReportsAreIgnored() {
    progress.begin("a.B");
    progress.end();
    terminal.reset();
    progress.at("warm-up", 50);
    assertThat(drawn()).isEmpty();
    progress.begin("a.C");
    nowNs += 2_500_000_000L;
    progress.interrupt();
    assertThat(drawn()).isEqualTo("Interrupted: a.C had run for 2.5 s; 1 of 2 had ended before.");
    progress.at("warm-up", 51);
    progress.print("The JVM ended.");
    assertThat(drawn()).isEmpty();
  }

  @Test
  void breaksSentencesInLinesOfTheTerminal() {
    progress.begin("a.B");
    terminal.reset();
    progress.say("The operation a.B failed: " + "of many words ".repeat(6) + "and an end.");
    assertThat(drawn().lines())
        .hasSize(2)
        .allMatch(line -> line.length() <= 80)
        .last()
        .asString()
        .endsWith("and an end.");
    progress.print("\tat " + "a.B".repeat(40));
    assertThat(drawn()).hasLineCount(1);
  }

  @Test
  void hiddenCharactersAreNotDrawn() {
    progress.begin("a\u202eB\u001b[2J");
    assertThat(drawn()).endsWith("1/2: a B [2J");
    progress.print("a\u0007b");
    assertThat(drawn()).isEqualTo("a b");
  }
}
