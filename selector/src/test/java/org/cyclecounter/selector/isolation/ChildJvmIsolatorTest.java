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
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

class ChildJvmIsolatorTest {

  private static List<Candidate> candidates(CycleCounterProvider provider, String... names) {
    return new Discovery(List.of(provider))
        .candidates().stream().filter(c -> List.of(names).contains(c.name())).toList();
  }

  private static Map<String, String> reasons(String... names) {
    List<Candidate> candidates = candidates(new CrashProvider(), names);
    List<Outcome> outcomes = new ChildJvmIsolator(2_000).tryAll(candidates);
    Map<String, String> reasons = new LinkedHashMap<>();
    for (int i = 0; i < candidates.size(); i++) {
      Outcome outcome = outcomes.get(i);
      assertThat(outcome.passed()).isEqualTo(outcome.reason().isEmpty());
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
        .contains("ended that process while it was read")
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
        .isEqualTo(
            "tried in another process, it ended that process while it was read:"
                + " the process crashed or exited, status 0");
    assertThat(reasons.get("halt")).endsWith("status 3");
    assertThat(reasons.get("healthy-3")).isEmpty();
  }

  @Test
  void whatNeverReturnsIsCutOff() {
    Map<String, String> reasons = reasons("hang", "healthy-3");
    assertThat(reasons.get("hang"))
        .isEqualTo("tried in another process, it did not return within 2000 ms while it was read");
    assertThat(reasons.get("healthy-3")).isEmpty();
  }

  @Test
  void errorsAreReasons() {
    Map<String, String> reasons =
        reasons("out-of-memory", "stack-overflow", "null", "unavailable", "healthy-3");
    assertThat(reasons)
        .containsEntry("out-of-memory", "it threw java.lang.OutOfMemoryError: on purpose")
        .containsEntry("stack-overflow", "it threw java.lang.StackOverflowError")
        .containsEntry("null", "open() gave null")
        .containsEntry("unavailable", "there is none; buy one")
        .containsEntry("healthy-3", "");
  }

  @Test
  void whatAProviderPrintsClosesOrLeavesBehindDoesNoHarm() {
    assertThat(reasons("garbage", "closes-output", "thread-left", "healthy-3").values())
        .containsOnly("");
  }

  @Test
  void aProviderThatAnotherProcessCannotMakeIsRejected() {
    CycleCounterProvider lambda = () -> new CrashProvider().counters();
    List<Outcome> outcomes = new ChildJvmIsolator().tryAll(candidates(lambda, "healthy-1"));
    assertThat(outcomes)
        .singleElement()
        .satisfies(
            outcome -> {
              assertThat(outcome.passed()).isFalse();
              assertThat(outcome.reason())
                  .contains("must be a public class with a public constructor");
            });
  }

  @Test
  void anInterruptRejectsTheRestAndIsKept() {
    Thread.currentThread().interrupt();
    List<Outcome> outcomes =
        new ChildJvmIsolator().tryAll(candidates(new CrashProvider(), "healthy-1"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcomes.get(0).reason()).isEqualTo("interrupted before it was tried");
  }

  @Test
  void withoutAJavaExecutableWhatMayCrashIsRejectedAndNotRun() {
    String home = System.getProperty("java.home");
    System.setProperty("java.home", "/nowhere");
    try {
      List<Outcome> outcomes =
          new ChildJvmIsolator().tryAll(candidates(new CrashProvider(), "healthy-1"));
      assertThat(outcomes.get(0).reason())
          .startsWith("it may crash, and no process can be started to try it in: ");
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
