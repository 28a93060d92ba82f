// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.constanttime.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cyclecounter.constanttime.Place.Kind;
import org.cyclecounter.constanttime.check.MemcheckReport.Alarm;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads reports of valgrind 3.19. */
class MemcheckReportTest {

  private static String error(String kind, String... pcs) {
    String frame = "    <frame>\n      <ip>%s</ip>\n    </frame>\n";
    String frames = frame.repeat(pcs.length).formatted((Object[]) pcs);
    return "<error>\n  <unique>0x1b</unique>\n  <tid>2</tid>\n  <kind>"
        + (kind + "</kind>\n  <what>Some text</what>\n  <stack>\n" + frames)
        + "  </stack>\n</error>\n\n";
  }

  @Test
  void takesBranchesAndAddressesWithTheirCallers() {
    String text =
        "<?xml version=\"1.0\"?>\n<status>\n  <state>RUNNING</state>\n</status>\n"
            + error("InvalidWrite", "0x15612788")
            + error("UninitCondition", "0x1D0F5A71", "0x1D0F6CE4")
            + error("UninitValue", "0xFFFFFFFFFFFFFFFE");
    assertThat(MemcheckReport.alarms(text))
        .containsExactly(
            new Alarm(2, Kind.BRANCH, List.of(0x1D0F5A71L, 0x1D0F6CE4L)),
            new Alarm(2, Kind.ADDRESS, List.of(-2L)));
  }

  @Test
  void leavesOutAnErrorThatIsNotWritten() {
    String text = error("UninitValue", "0x1");
    assertThat(MemcheckReport.alarms(text.substring(0, text.length() - 10))).isEmpty();
  }

  @Test
  void takesTheFileAwayAndReadsOnAsItGrows(@TempDir Path folder) throws IOException {
    assumeTrue(Platform.current().prefix().startsWith("linux-"), "valgrind's report is Linux's");
    Path file = folder.resolve("report.xml");
    try (OutputStream valgrind = Files.newOutputStream(file)) {
      valgrind.write(error("UninitValue", "0x1").getBytes(StandardCharsets.ISO_8859_1));
      MemcheckReport report = new MemcheckReport(file);
      assertThat(file).doesNotExist();
      assertThat(report.alarms()).containsExactly(new Alarm(2, Kind.ADDRESS, List.of(1L)));
      valgrind.write(error("UninitValue", "0x3").getBytes(StandardCharsets.ISO_8859_1));
      report.skip();
      valgrind.write(error("UninitCondition", "0x2").getBytes(StandardCharsets.ISO_8859_1));
      assertThat(report.alarms()).containsExactly(new Alarm(2, Kind.BRANCH, List.of(2L)));
    }
  }

  @Test
  void namesThePackageOfAMissingProgram() {
    assertThat(TaintDetector.missing("/nonexistent")).contains("install the package valgrind");
  }
}
