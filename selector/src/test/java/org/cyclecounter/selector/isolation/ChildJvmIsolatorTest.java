// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.selector.isolation.Candidates.PATIENT_SECONDS;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.ChildReasons;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChildJvmIsolatorTest {

  private static IsolationResult probe(CycleCounterProvider provider) {
    List<Candidate> candidates = Candidates.of(provider, "healthy-1");
    return new ChildJvmIsolator(PATIENT_SECONDS, false).probe(candidates).get(0);
  }

  /** Counters that misbehave among others that do not, probed once for all tests. */
  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  class OfManyCounters {

    private static final String DIED = "ended that process while being read: ";
    private Map<String, String> reasons = Map.of();
    private List<String> debug = List.of();
    private List<String> warnings = List.of();

    private Map<String, String> reasons() {
      if (reasons.isEmpty()) {
        try (Logged log = new Logged()) {
          reasons = Candidates.reasons(new CrashProvider(), CrashProvider.AMONG_OTHERS);
          debug = log.debug();
          warnings = log.warnings();
        }
      }
      return reasons;
    }

    @Test
    void namesSignalOfCrash() {
      assumeTrue(CrashProvider.isPackaged(), "no crashing library is packaged for this platform");
      assertThat(reasons())
          .containsEntry(
              "undefined-instruction", DIED + "SIGILL, an illegal (undefined) instruction");
    }

    /** Those that print are accepted, and so are healthy ones among others that end the child. */
    @Test
    void givesEachCounterItsOwnReasonOrNone() {
      assertThat(reasons())
          .containsEntry("nesting", "nested: " + ChildReasons.IN_A_CHILD)
          .containsAllEntriesOf(
              Map.of(
                  "healthy-1", "",
                  "healthy-2", "",
                  "healthy-3", "",
                  "exit", DIED + "the process crashed or exited, status 0",
                  "garbage", ChildReasons.PRINTS,
                  "null", Reasons.NO_SOURCE,
                  "unavailable", "there is none; buy one"));
    }

    @Test
    void givesErrorAsReasonAndLogsItsStackTraceAtDebugLevel() {
      assertThat(reasons())
          .containsEntry(
              "out-of-memory",
              "ticks() threw java.lang.OutOfMemoryError: on purpose; a read must not throw; open()"
                  + " must find out what does not work");
      assertThat(debug)
          .anySatisfy(
              message ->
                  assertThat(message)
                      .contains("java.lang.OutOfMemoryError: on purpose\n\tat ", "CrashProvider"));
      assertThat(warnings).isEmpty();
    }

    @Test
    void rejectsWhatClosesStandardOutput() {
      assertThat(reasons().get("closes-output")).contains("standard output");
    }

    @Test
    void readsMoreOftenThanSelectionDoes() {
      assertThat(reasons().get("counts")).contains("100000 reads, 2000 starts, 2000 stops");
    }
  }

  @Test
  void cutsOffReadThatDoesNotReturn() {
    List<Candidate> candidates = Candidates.of(new CrashProvider(), "hangs-later");
    assertThat(new ChildJvmIsolator(1, false).probe(candidates).get(0).reason())
        .startsWith("did not return within 1 s while being ")
        .endsWith("; -Dorg.cyclecounter.probe.seconds allows more");
  }

  /** The child has a limit of one second, of which it reads a half; this process is patient. */
  @Test
  void readsSlowCounterForShareOfLimitOnly() throws Exception {
    Candidate slow = Candidates.of(new CrashProvider(), "slow").get(0);
    ChildRequest request = new ChildRequest(slow.handle(), slow.name());
    try (ChildProcess child = ChildProcess.start(List.of(request), 1)) {
      child.send(request);
      assertThat(request.follow(child, PATIENT_SECONDS)).isTrue();
    }
    // 20 ms each: nine to begin with, then no more than fit into half a second.
    assertThat(request.result().reason())
        .containsPattern(" \\d\\d? reads, \\d\\d? starts, \\d\\d? stops");
  }

  @Test
  void rejectsProviderThatNoOtherProcessCanCreate() {
    CycleCounterProvider lambda = () -> new CrashProvider().counters();
    IsolationResult result = probe(lambda);
    assertThat(result.result()).isEqualTo(Result.NOT_PROBED);
    assertThat(result.reason()).contains("must be a public class with a public constructor");
  }

  @Test
  void rejectsCounterAfterInterruptAndKeepsInterrupt() {
    Thread.currentThread().interrupt();
    IsolationResult result = probe(new CrashProvider());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.reason()).isEqualTo("interrupted before it was probed");
  }

  /** Without java.home, as in a native image, it would be bin/java of the working directory. */
  @ParameterizedTest
  @CsvSource({
    "/nowhere, /nowhere/bin/java does not exist; jlink and jpackage leave it in the image without"
        + " --strip-native-commands (jpackage --jlink-options); ",
    ", 'this program has no java.home, as in a native image'"
  })
  void startsNothingWithoutJavaExecutable(String home, String why) {
    String before = System.clearProperty("java.home");
    try {
      if (home != null) {
        System.setProperty("java.home", home);
      }
      assertThat(probe(new CrashProvider()).reason())
          .startsWith("it may crash, and no child process can be started to probe it: " + why)
          .contains("isolation=none");
    } finally {
      System.setProperty("java.home", before);
    }
  }

  @Test
  void keepsOptionsForEveryJavaProcessFromChild() {
    Map<String, String> environment =
        new HashMap<>(Map.of("JAVA_TOOL_OPTIONS", "-Dx", "CLASSPATH", "y", "PATH", "z"));
    ChildCommand.clean(environment);
    assertThat(environment).containsOnlyKeys("PATH");
  }
}
