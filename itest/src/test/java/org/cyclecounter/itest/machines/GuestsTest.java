// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failures of a guest that are not the project's, told by the lines of its console. */
class GuestsTest {

  private static final String CRASH =
      "@info\t# A fatal error has been detected by the Java Runtime Environment:";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "124 | @case info        | the emulated machine stood still",
        "0 | [ 1.0] Kernel panic - not syncing: Oops | the emulated machine's kernel failed",
        "0 | @status\thung       | a JVM hung twice before it had loaded a class of ours",
        "0 | /: a new directory in it is gone at once; "
            + "| its kernel did not find directories that a JVM had made",
        "0 | @status\t0          | ''",
        "0 | @status\t1          | ''",
        "0 | @status\t137        | ''",
        "124 | @status\t137      | ''"
      })
  void isTheGuestsIfNothingOfOursRan(int status, String line, String failure) {
    assertThat(Guests.failure(status, List.of("@again", line))).isEqualTo(failure);
  }

  @Test
  void crashIsTheGuestsIfItsWholeReportNamesNoLibraryOfOurs() {
    String libraries = "@info\tDynamic libraries:";
    String ours = "@info\tffff-ffff r-xp /tmp/x/libcyclecounter-arm-1.so";
    assertThat(Guests.failure(0, List.of(CRASH, libraries, "@info\tEND.")))
        .isEqualTo("a JVM crashed before it had loaded any C of ours");
    assertThat(Guests.failure(0, List.of(CRASH, libraries, ours, "@info\tEND."))).isEmpty();
    assertThat(Guests.failure(0, List.of(CRASH, libraries))).as("cut off").isEmpty();
    assertThat(Guests.failure(0, List.of(CRASH, "@info\tEND."))).isEmpty();
  }

  @Test
  void crashIsShownUpToTheProcess() {
    List<String> console =
        List.of("@case\tinfo", CRASH, "Registers:", "---  P R O C E S S  ---", "VM Arguments:");
    assertThat(Guests.crash(console)).isEqualTo(CRASH + "\nRegisters:");
    assertThat(Guests.crash(List.of("@case\tinfo", "@status\t0"))).isEmpty();
  }
}
