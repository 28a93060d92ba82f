// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import org.cyclecounter.selector.Logged;
import org.junit.jupiter.api.Test;

/** The file in which an administrator writes the frequency, {@code /etc/cpucyclespersecond}. */
class CyclesPerSecondFileTest {

  private static final String FILE = "/etc/cpucyclespersecond";
  private static final String OTHER = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq";

  private final ScriptedMachine machine = new ScriptedMachine().file(OTHER, "1400000\n");

  private static String warning(Runnable action) {
    try (Logged log = new Logged()) {
      action.run();
      action.run(); // and it is said once
      assertThat(log.warnings()).hasSizeLessThanOrEqualTo(1);
      return String.join("", log.warnings());
    }
  }

  @Test
  void passesOverBadContentWithAWarning() {
    String all = "|fast|0|-5|NaN|inf|0x|# 3000000000|1e30|1e999999999|1e-999999999|3 GHz|3000MHz";
    for (String bad : (all + "|3,000,000,000|3 000 000 000|3000000000abc").split("\\|")) {
      machine.file(FILE, bad);
      String warning = warning(() -> machine.expect(1_400_000_000L, OTHER));
      assertThat(warning)
          .isEqualTo(
              "The file /etc/cpucyclespersecond is ignored: it must hold a number of"
                  + " cycles per second from 1 to 9e18, such as 3000000000, not '"
                  + bad
                  + "'.");
    }
  }

  @Test
  void prefersTheFileAndReadsWhatScanfReads() {
    String[][] accepted = {
      {"3000000000.9\n", "3000000000"},
      {"3000000000 # Hz\n", "3000000000"},
      {"0x10000000", "268435456"},
      {"0X1p31", "2147483648"},
      {"0x1.8p+31 # half more", "3221225472"},
      {"  +2.5e9\n", "2500000000"},
      {"3000000000Hz", "3000000000"},
      {"3000000000 Hz, as measured", "3000000000"},
      {"3000000000\n# measured on Monday\n", "3000000000"},
      {".5e10", "5000000000"}
    };
    for (String[] one : accepted) {
      machine.file(FILE, one[0]);
      assertThat(warning(() -> machine.expect(Long.parseLong(one[1]), FILE))).as(one[0]).isEmpty();
    }
  }

  @Test
  void warnsOfAFileThatCannotBeRead() {
    machine.unread.put(FILE, "it is a directory");
    assertThat(warning(() -> machine.expect(1_400_000_000L, OTHER)))
        .isEqualTo(
            "/etc/cpucyclespersecond is ignored: it is a directory; it must be a file that"
                + " everybody may read, with a number of cycles per second such as 3000000000.");
  }
}
