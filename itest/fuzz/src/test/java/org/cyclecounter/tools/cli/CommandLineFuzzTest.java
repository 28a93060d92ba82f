// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.cyclecounter.fuzz.Fuzzed;

/** Arbitrary arguments, each on a line. */
class CommandLineFuzzTest {

  /** Bad input is one sentence on the error stream, nothing on the other, and status 2. */
  @FuzzTest
  @DictionaryEntries({"list\\x0A", "info\\x0A", "doctor\\x0A", "watch\\x0A", "--counter\\x0A"})
  @DictionaryEntries({"--include=a,b\\x0A", "--scope\\x0A", "--isolation=native", "--scoring=2024"})
  @DictionaryEntries({"--interval\\x0A0.1", "-n\\x0A1"})
  void badArguments(byte[] data) {
    String[] arguments = (Fuzzed.text(data) + "\n--no-such-option").split("\n");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Main.run(new PrintWriter(out), new PrintWriter(err, true), arguments);
    if (status == 0) { // help or version, which end the reading
      assertThat(out.toString()).isNotBlank();
      return;
    }
    assertThat(status).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    String sentence = err.toString();
    assertThat(sentence).endsWith("." + System.lineSeparator());
    assertThat(sentence.strip().lines()).hasSize(1);
  }

  @FuzzTest
  @DictionaryEntries({"24 80", "0 0", "-1 2147483648"})
  void terminalSize(byte[] data) {
    String text = Fuzzed.text(data);
    TerminalSize size = TerminalSize.of(text, new TerminalSize(80, 24));
    assertThat(size.columns()).isPositive();
    assertThat(size.lines()).isPositive();
    if (!text.strip().matches("[^ ]* [^ ]*")) {
      assertThat(size).isEqualTo(new TerminalSize(80, 24));
    }
  }
}
