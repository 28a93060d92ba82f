// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildReasonsTest {

  @Test
  void theSignalThatADyingJvmNamesComesBeforeItsStatus() {
    assertThat(ChildReasons.end("SIGILL", 134))
        .isEqualTo("SIGILL, an illegal (undefined) instruction");
    assertThat(ChildReasons.end("EXCEPTION_ACCESS_VIOLATION", 1))
        .isEqualTo("EXCEPTION_ACCESS_VIOLATION, an invalid memory access");
  }

  @Test
  void withoutASignalTheStatusSaysHowAChildEnded() {
    assertThat(ChildReasons.end("", 0)).isEqualTo("the process crashed or exited, status 0");
    assertThat(ChildReasons.end("", 137))
        .isEqualTo("the process crashed or exited, status 137, probably by SIGKILL");
    assertThat(ChildReasons.end("", 135)).isEqualTo("the process crashed or exited, status 135");
  }

  @Test
  void aComplaintIsPartOfTheReasonWhereThereIsOne() {
    assertThat(ChildReasons.notReady("SIGBUS", ""))
        .isEqualTo("it may crash, and its child process failed: SIGBUS");
    assertThat(ChildReasons.notReady(ChildReasons.NOT_BEGUN, "no memory"))
        .endsWith("failed: it did not begin in time (no memory)");
  }

  @Test
  void aSelectorThatCannotBeReadIsToldApartFromOneThatThrows() {
    assertThat(ChildReasons.noBootClass("A.class", null))
        .isEqualTo(
            "the selector's class loader cannot load A.class: it does not return its own class");
    assertThat(ChildReasons.noBootClass("A.class", new IllegalStateException("stopped")))
        .endsWith("A.class: it threw java.lang.IllegalStateException: stopped");
  }

  @Test
  void ofWhatJavaGuessesTheFirstLineIsTaken() {
    assertThat(
            ChildReasons.refused("posix_spawn failed, error: 1 (Operation not permitted) \nWhy?"))
        .startsWith("posix_spawn failed, error: 1 (Operation not permitted); a system-call filter ")
        .contains("-Dorg.cyclecounter.isolation=none")
        .doesNotContain("\n", "Why?");
  }

  /** The words of Java 17 and 25, with none left to open and with one left. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cannot run program \"java\": error=24, Too many open files",
        "Cannot run program \"java\": Bad file descriptor, error: 24 (Zu viele offene Dateien)",
        "Cannot run program \"java\": error=0, Failed to exec spawn helper: pid: 7, exit value:"
            + " 127",
        "Failed to exec spawn helper: pid: 7, exit code: 127, error: 0 (none) \nWhy?"
      })
  void namesTheLimitOfOpenFiles(String problem) {
    assertThat(ChildReasons.refused(problem))
        .contains("; the limit of open files (ulimit -n) is reached; raise it; if ")
        .endsWith("a fault then ends the JVM")
        .doesNotContain("ulimit -u", "Why?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cannot run program \"/jdk24/java\": error=11, Resource temporarily unavailable",
        "posix_spawn failed, error: 11 (Resource temporarily unavailable)"
      })
  void namesTheLimitOfProcesses(String problem) {
    assertThat(ChildReasons.refused(problem)).contains("ulimit -u").doesNotContain("ulimit -n");
  }
}
