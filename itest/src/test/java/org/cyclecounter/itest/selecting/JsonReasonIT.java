// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.selecting.OddReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.cyclecounter.itest.schemas.Schemas;
import org.cyclecounter.itest.selecting.Program.Ended;
import org.cyclecounter.tools.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider's text that looks like the selection's own, in what the command line prints. */
class JsonReasonIT {

  @TempDir Path folder;

  private Ended run(String... arguments) throws Exception {
    Ended ended = new Program(folder).providing(OddReason.class).run(Main.class, arguments);
    assertThat(ended.status()).as(ended.err()).isZero();
    return ended;
  }

  @Test
  void itIsTextAndNeverANumber() throws Exception {
    String text = String.join("\n", run("info", "--json").out());
    Schemas.validate(text);
    Object json = JsonText.parse(text);
    Map<?, ?> row =
        ((List<?>) ((Map<?, ?>) json).get("counters"))
            .stream()
                .map(counter -> (Map<?, ?>) counter)
                .filter(counter -> "example-odd-reason".equals(counter.get("name")))
                .findFirst()
                .orElseThrow();
    assertThat(row.get("reason").toString())
        .contains(OddReason.NUMBER)
        .contains("\"quoted\\\"")
        .doesNotContain("\n");
    row.forEach(
        (name, value) -> {
          if (!name.equals("reason")) {
            assertThat(String.valueOf(value)).doesNotContain(OddReason.NUMBER);
          }
        });
  }

  @Test
  void theOtherCommandsPrintOneRowOfIt() throws Exception {
    assertThat(run("list").out())
        .filteredOn(line -> line.matches("[* ] example-odd-reason .*"))
        .hasSize(1);
    assertThat(run("info").out()).filteredOn(line -> line.contains("example-odd")).hasSize(1);
  }
}
