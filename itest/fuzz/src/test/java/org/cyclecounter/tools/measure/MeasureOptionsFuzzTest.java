// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.cyclecounter.fuzz.Fuzzed;
import picocli.CommandLine;

/** The options of {@code measure}, of which the checks end before anything is measured. */
class MeasureOptionsFuzzTest {

  /** Each on a line, with one behind them that is always wrong. */
  @FuzzTest
  @DictionaryEntries({"--runs\\x0A", "--seconds\\x0A", "--limit\\x0A", "--bytes\\x0A"})
  @DictionaryEntries({"--clock\\x0A", "--html\\x0A-", "--demo", "--only\\x0A", "--json", "1e3"})
  @DictionaryEntries({"NaN", "-1", "monotonic,", "0x10"})
  void badOptions(byte[] data) {
    String[] options =
        (Fuzzed.text(data) + "\n--clock\nno-such-clock\n--class-path\n/none").split("\n");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] wrong = {""};
    CommandLine command = new CommandLine(new MeasureCommand());
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    command.setParameterExceptionHandler(
        (e, args) -> {
          wrong[0] = String.valueOf(e.getMessage());
          return 2;
        });
    int status = command.execute(options);
    if (status == 2) {
      assertThat(wrong[0]).isNotBlank();
      assertThat(out.toString() + err).isEmpty();
    } else {
      assertThat(status).isZero(); // help or version
      assertThat(out.toString()).isNotBlank();
    }
  }
}
