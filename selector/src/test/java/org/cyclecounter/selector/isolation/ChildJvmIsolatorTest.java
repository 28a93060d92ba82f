package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.Test;

class ChildJvmIsolatorTest {

  private static List<Candidate> candidates(CycleCounterProvider provider, String... names) {
    return new Discovery(List.of(provider))
        .candidates().stream().filter(c -> List.of(names).contains(c.name())).toList();
  }

  private static Map<String, String> reasons(String... names) {
    List<Candidate> candidates = candidates(new CrashProvider(), names);
    List<IsolationResult> outcomes = new ChildJvmIsolator().tryAll(candidates);
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
        .isEqualTo("ended that process while it was read: the process crashed or exited, status 0");
    assertThat(reasons.get("halt")).endsWith("status 3");
    assertThat(reasons.get("healthy-3")).isEmpty();
  }

  @Test
  void whatNeverReturnsIsCutOff() {
    System.setProperty(TimeLimit.SECONDS_PROPERTY, "2");
    try {
      Map<String, String> reasons = reasons("hang", "healthy-3");
      assertThat(reasons)
          .containsEntry("hang", "did not return within 2 s while it was read")
          .containsEntry("healthy-3", "");
    } finally {
      System.clearProperty(TimeLimit.SECONDS_PROPERTY);
    }
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
  void whatAProviderPrintsDoesNoHarm() {
    assertThat(reasons("garbage", "healthy-3"))
        .containsEntry("garbage", "it prints")
        .containsEntry("healthy-3", "");
  }

  @Test
  void whatAProgramWouldNotSurviveIsAReason() {
    Map<String, String> reasons = reasons("closes-output", "thread-left", "healthy-3");
    assertThat(reasons.get("closes-output")).contains("standard output");
    assertThat(reasons.get("thread-left")).contains("would keep the program from ending");
    assertThat(reasons.get("healthy-3")).isEmpty();
  }

  /** As a bundle's, or a plug-in's: no class path of this JVM names its classes. */
  @Test
  void aProviderOfAClassLoaderOfItsOwnIsTried() throws Exception {
    URL classes = CrashProvider.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader = new OwnFirst(classes)) {
      var provider =
          (CycleCounterProvider)
              loader.loadClass(CrashProvider.class.getName()).getConstructor().newInstance();
      assertThat(provider).isNotInstanceOf(CrashProvider.class);
      assertThat(new ChildJvmIsolator().tryAll(candidates(provider, "healthy-1", "exit")))
          .extracting(IsolationResult::result)
          .containsExactly(Result.PASSED, Result.DIED);
    }
  }

  private static final class OwnFirst extends URLClassLoader {
    OwnFirst(URL classes) {
      super(new URL[] {classes}, ChildJvmIsolatorTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null
            ? loaded
            : name.startsWith(CrashProvider.class.getName())
                ? findClass(name)
                : super.loadClass(name, resolve);
      }
    }
  }

  @Test
  void aProviderThatAnotherProcessCannotMakeIsRejected() {
    CycleCounterProvider lambda = () -> new CrashProvider().counters();
    List<IsolationResult> outcomes = new ChildJvmIsolator().tryAll(candidates(lambda, "healthy-1"));
    assertThat(outcomes)
        .singleElement()
        .satisfies(
            outcome -> {
              assertThat(outcome.result()).isEqualTo(Result.NOT_TRIED);
              assertThat(outcome.reason())
                  .contains("must be a public class with a public constructor");
            });
  }

  @Test
  void anInterruptRejectsTheRestAndIsKept() {
    List<Candidate> candidates = candidates(new CrashProvider(), "healthy-1");
    Thread.currentThread().interrupt();
    List<IsolationResult> outcomes = new ChildJvmIsolator().tryAll(candidates);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcomes.get(0).reason()).isEqualTo("interrupted before it was tried");
  }

  @Test
  void withoutAJavaExecutableWhatMayCrashIsRejectedAndNotRun() {
    String home = System.getProperty("java.home");
    System.setProperty("java.home", "/nowhere");
    try {
      List<IsolationResult> outcomes =
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
