// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

class ChildJvmIsolatorTest {

  /** The default: a busy machine may take seconds to open a counter in a new JVM. */
  private static final int LIMIT_SECONDS = 5;

  private static final String READ =
      "; a read must not throw; open() must find out what does not work";

  private static Map<String, String> reasons(String... names) {
    List<Candidate> candidates = Candidates.of(new CrashProvider(), names);
    List<IsolationResult> outcomes = new ChildJvmIsolator(LIMIT_SECONDS, false).probe(candidates);
    Map<String, String> reasons = new LinkedHashMap<>();
    for (int i = 0; i < candidates.size(); i++) {
      IsolationResult outcome = outcomes.get(i);
      assertThat(outcome.cost().isNegative()).isFalse();
      reasons.put(candidates.get(i).name(), outcome.reason());
    }
    return reasons;
  }

  @Test
  void aCrashCostsOneCounterAndItsReasonNamesTheSignal() {
    assumeTrue(CrashProvider.isPackaged(), "no crashing library is packaged for this platform");
    Map<String, String> reasons =
        reasons("healthy-1", "undefined-instruction", "invalid-address", "healthy-2");
    assertThat(reasons.get("healthy-1")).isEmpty();
    assertThat(reasons.get("undefined-instruction"))
        .contains("ended that process while being read")
        .contains("SIGILL, an illegal (undefined) instruction");
    assertThat(reasons.get("invalid-address")).contains("SIGSEGV, an invalid memory access");
    assertThat(reasons.get("healthy-2")).isEmpty();
  }

  @Test
  void anUndefinedInstructionIsRejectedWithThatReasonWhileThisJvmLives() {
    assumeTrue(CrashProvider.isPackaged(), "no crashing library is packaged for this platform");
    var selected =
        CycleCounterSelector.builder()
            .providers(List.of(new CrashProvider()))
            .include("undefined-instruction", "healthy-2")
            .cyclesPerSecond(1_000_000_000)
            .build()
            .select();
    assertThat(selected.counter().implementation()).isEqualTo("healthy-2");
    CounterReport report =
        selected.report().counters().stream()
            .filter(counter -> counter.name().equals("undefined-instruction"))
            .findFirst()
            .orElseThrow();
    assertThat(report.verdict()).isEqualTo(Verdict.REJECTED);
    assertThat(report.reason()).contains("SIGILL").contains("undefined");
    assertThat(report.cost()).isPositive();
  }

  @Test
  void whateverEndsTheProcessCountsAsCrashed() {
    Map<String, String> reasons = reasons("exit", "halt", "healthy-3");
    assertThat(reasons.get("exit"))
        .isEqualTo("ended that process while being read: the process crashed or exited, status 0");
    assertThat(reasons.get("halt")).endsWith("status 3");
    assertThat(reasons.get("healthy-3")).isEmpty();
  }

  @Test
  void errorsAreReasons() {
    Map<String, String> reasons =
        reasons("out-of-memory", "stack-overflow", "null", "unavailable", "healthy-3");
    assertThat(reasons)
        .containsEntry(
            "out-of-memory", "ticks() threw java.lang.OutOfMemoryError: on purpose" + READ)
        .containsEntry("stack-overflow", "ticks() threw java.lang.StackOverflowError" + READ)
        .containsEntry("null", Reasons.NO_SOURCE)
        .containsEntry("unavailable", "there is none; buy one")
        .containsEntry("healthy-3", "");
  }

  @Test
  void theStackTraceOfAChildIsLoggedAtDebugLevel() {
    try (Logged log = new Logged()) {
      reasons("out-of-memory");
      assertThat(log.debug())
          .singleElement()
          .asString()
          .contains("java.lang.OutOfMemoryError: on purpose\n\tat ")
          .contains("CrashProvider");
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void whatAProviderPrintsDoesNoHarm() {
    assertThat(reasons("garbage", "healthy-3"))
        .containsEntry("garbage", "it prints")
        .containsEntry("healthy-3", "");
  }

  @Test
  void whatAProgramWouldNotSurviveIsAReason() {
    Map<String, String> reasons = reasons("closes-output", "thread-left", "healthy-3");
    assertThat(reasons.get("closes-output")).contains("standard output");
    assertThat(reasons.get("thread-left")).contains("would keep the program from exiting");
    assertThat(reasons.get("healthy-3")).isEmpty();
  }

  @Test
  void aCounterIsReadMoreOftenThanBySelection() {
    List<Candidate> counts = Candidates.of(new CrashProvider(), "counts");
    assertThat(new ChildJvmIsolator(LIMIT_SECONDS, false).probe(counts).get(0).reason())
        .contains("100000 reads, 2000 starts, 2000 stops");
  }

  @Test
  void whatNeverOrNoLongerReturnsIsCutOffAndWhatIsSlowIsNot() {
    String cutOff =
        "did not return within 5 s while being read; -Dorg.cyclecounter.probe.seconds allows more";
    assertThat(reasons("hang", "hangs-later", "slow", "healthy-3"))
        .containsEntry("hang", cutOff)
        .containsEntry("hangs-later", cutOff)
        .containsEntry("slow", "")
        .containsEntry("healthy-3", "");
  }

  @Test
  void aProviderThatAnotherProcessCannotMakeIsRejected() {
    CycleCounterProvider lambda = () -> new CrashProvider().counters();
    List<IsolationResult> outcomes =
        new ChildJvmIsolator(LIMIT_SECONDS, false).probe(Candidates.of(lambda, "healthy-1"));
    assertThat(outcomes)
        .singleElement()
        .satisfies(
            outcome -> {
              assertThat(outcome.result()).isEqualTo(Result.NOT_PROBED);
              assertThat(outcome.reason())
                  .contains("must be a public class with a public constructor");
            });
  }

  @Test
  void anInterruptRejectsTheRestAndIsKept() {
    List<Candidate> candidates = Candidates.of(new CrashProvider(), "healthy-1");
    Thread.currentThread().interrupt();
    List<IsolationResult> outcomes = new ChildJvmIsolator(LIMIT_SECONDS, false).probe(candidates);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcomes.get(0).reason()).isEqualTo("interrupted before it was probed");
  }

  @Test
  void withoutAJavaExecutableWhatMayCrashIsRejectedAndNotRun() {
    String home = System.getProperty("java.home");
    System.setProperty("java.home", "/nowhere");
    try {
      List<IsolationResult> outcomes =
          new ChildJvmIsolator(LIMIT_SECONDS, false)
              .probe(Candidates.of(new CrashProvider(), "healthy-1"));
      assertThat(outcomes.get(0).reason())
          .startsWith("it may crash, and no child process can be started to probe it: ")
          .contains("does not exist", "--strip-native-commands", "isolation=none");
    } finally {
      System.setProperty("java.home", home);
    }
  }

  /** Otherwise it would be {@code bin/java} of the working directory. */
  @Test
  void inANativeImageNothingIsStarted() {
    String home = System.clearProperty("java.home");
    try {
      List<IsolationResult> outcomes =
          new ChildJvmIsolator(LIMIT_SECONDS, false)
              .probe(Candidates.of(new CrashProvider(), "healthy-1"));
      assertThat(outcomes.get(0).reason())
          .startsWith(
              "it may crash, and no child process can be started to probe it: this program has no"
                  + " java.home, as in a native image")
          .contains("isolation=none");
    } finally {
      System.setProperty("java.home", home);
    }
  }

  @Test
  void optionsForEveryJavaProcessAreKeptFromTheChild() {
    Map<String, String> environment =
        new HashMap<>(Map.of("JAVA_TOOL_OPTIONS", "-Dx", "CLASSPATH", "y", "PATH", "z"));
    ChildCommand.clean(environment);
    assertThat(environment).containsOnlyKeys("PATH");
  }
}
