package org.cyclecounter.selector.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.PluginProvider;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cyclecounter.CounterReport;
import org.cyclecounter.CounterReport.Verdict;
import org.cyclecounter.selector.CycleCounterSelector;
import org.cyclecounter.selector.Logged;
import org.cyclecounter.selector.discovery.Candidate;
import org.cyclecounter.selector.discovery.Discovery;
import org.cyclecounter.selector.isolation.IsolationResult.Result;
import org.cyclecounter.selector.limits.TimeLimit;
import org.cyclecounter.selector.report.Reasons;
import org.cyclecounter.spi.CycleCounterProvider;
import org.cyclecounter.spi.nativelib.NativeLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmIsolatorTest {

  private static final String READ =
      "; a read must not throw; open() must find out what does not work";
  private static final String TIMED_OUT =
      "did not return within 2 s while it was read; -Dorg.cyclecounter.trial.seconds allows more";

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
      assertThat(reasons).containsEntry("hang", TIMED_OUT).containsEntry("healthy-3", "");
    } finally {
      System.clearProperty(TimeLimit.SECONDS_PROPERTY);
    }
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
    assertThat(reasons.get("thread-left")).contains("would keep the program from ending");
    assertThat(reasons.get("healthy-3")).isEmpty();
  }

  /** As a bundle's, or a plug-in's: no class path of this JVM names its classes. */
  @Test
  void aProviderOfAClassLoaderOfItsOwnIsTried() throws Exception {
    URL classes = CrashProvider.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader loader = new OwnFirst(classes)) {
      CycleCounterProvider provider = made(loader);
      assertThat(provider).isNotInstanceOf(PluginProvider.class);
      assertThat(new ChildJvmIsolator().tryAll(candidates(provider, "at-once", "with-helper")))
          .extracting(IsolationResult::result)
          .containsExactly(Result.PASSED, Result.PASSED);
    }
  }

  private static class OwnFirst extends URLClassLoader {
    OwnFirst(URL classes) {
      super(new URL[] {classes}, ChildJvmIsolatorTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null
            ? loaded
            : name.startsWith(PluginProvider.class.getName())
                ? findClass(name)
                : super.loadClass(name, resolve);
      }
    }
  }

  private static final String STOPPED = "this application has been stopped";

  private static final class Throwing extends OwnFirst {
    private final String name;
    private final Throwable thrown;

    Throwing(URL classes, String name, Throwable thrown) {
      super(classes);
      this.name = name;
      this.thrown = thrown;
    }

    @Override
    public InputStream getResourceAsStream(String resource) {
      if (resource.endsWith(name)) {
        Throwing.<RuntimeException>raise(thrown);
      }
      return super.getResourceAsStream(resource);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable e) throws T {
      throw (T) e;
    }
  }

  /** As of a web application that has been stopped, or a bundle that has been uninstalled. */
  @Test
  void whateverAClassLoaderThrowsIsAReason() throws Exception {
    URL classes = CrashProvider.class.getProtectionDomain().getCodeSource().getLocation();
    for (Throwable thrown :
        List.of(
            new IllegalStateException(STOPPED),
            new NoClassDefFoundError(STOPPED),
            new StackOverflowError(STOPPED),
            new IOException(STOPPED))) {
      try (URLClassLoader atOnce = new Throwing(classes, "PluginProvider.class", thrown);
          URLClassLoader onOpen = new Throwing(classes, "$Helper.class", thrown)) {
        List<Candidate> candidates = new ArrayList<>();
        candidates.addAll(candidates(made(atOnce), "at-once"));
        candidates.addAll(candidates(made(onOpen), "with-helper", "at-once"));
        candidates.addAll(candidates(new PluginProvider(), "with-helper"));
        long startNs = System.nanoTime();
        List<IsolationResult> outcomes = new ChildJvmIsolator(10, 10).tryAll(candidates);
        assertThat(System.nanoTime() - startNs).isLessThan(10_000_000_000L);
        assertThat(outcomes)
            .extracting(IsolationResult::result)
            .containsExactly(Result.NOT_TRIED, Result.PASSED, Result.FAILED, Result.PASSED);
        String why =
            " cannot be loaded from the provider's class loader: it threw "
                + thrown.getClass().getName()
                + ": "
                + STOPPED;
        assertThat(outcomes.get(0).reason())
            .startsWith("it may crash, and another process cannot make its provider: ")
            .endsWith("/PluginProvider.class" + why);
        assertThat(outcomes.get(2).reason()).endsWith("/PluginProvider$Helper.class" + why);
      }
    }
  }

  private static CycleCounterProvider made(ClassLoader loader) throws Exception {
    return (CycleCounterProvider)
        loader.loadClass(PluginProvider.class.getName()).getConstructor().newInstance();
  }

  private static IsolationResult withProperties(Map<String, String> properties, String name) {
    Map<String, String> before = new HashMap<>();
    properties.keySet().forEach(key -> before.put(key, System.getProperty(key)));
    properties.forEach(System::setProperty);
    try {
      return new ChildJvmIsolator(10, 10).tryAll(candidates(new CrashProvider(), name)).get(0);
    } finally {
      before.forEach(
          (key, value) -> {
            if (value == null) {
              System.clearProperty(key);
            } else {
              System.setProperty(key, value);
            }
          });
    }
  }

  private static final String CLASS_PATH = "java.class.path";

  /** Linux takes 128 KiB for one argument. */
  private static String longClassPath() {
    StringBuilder path = new StringBuilder();
    for (int i = 0; path.length() < 200 * 1024; i++) {
      path.append("/nowhere/").append("x".repeat(200)).append(i).append(File.pathSeparatorChar);
    }
    return path + System.getProperty(CLASS_PATH);
  }

  @Test
  void aClassPathOfAnyLengthWorks() {
    IsolationResult outcome = withProperties(Map.of(CLASS_PATH, longClassPath()), "healthy-1");
    assertThat(outcome.reason()).isEmpty();
    assertThat(outcome.result()).isEqualTo(Result.PASSED);
  }

  @Test
  void aClassPathThatLooksLikeAnArgumentFileWorks() {
    String path = "@dir" + File.pathSeparator + System.getProperty(CLASS_PATH);
    assertThat(withProperties(Map.of(CLASS_PATH, path), "class-path").reason()).startsWith("@dir");
  }

  @Test
  void aClassPathOfAnySpellingWorks(@TempDir Path directory) throws Exception {
    assumeTrue(File.separatorChar == '/', "Windows does not allow these names");
    Path classes =
        Path.of(CrashProvider.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path odd = directory.resolve("@a b\"c'd\\e#f%20g*\nh \u00e4");
    Files.createSymbolicLink(odd, classes);
    List<String> entries =
        new ArrayList<>(
            List.of(System.getProperty(CLASS_PATH).split(Pattern.quote(File.pathSeparator))));
    assertThat(entries.removeIf(entry -> Path.of(entry).equals(classes))).isTrue();
    entries.add(0, odd.toString());
    String path = String.join(File.pathSeparator, entries);
    assertThat(withProperties(Map.of(CLASS_PATH, path), "healthy-1").result())
        .isEqualTo(Result.PASSED);
  }

  /** The file that starts the child is where no other user can replace it. */
  @Test
  void aDirectoryThatOthersMayWriteIsPassedOver(@TempDir Path directory) throws Exception {
    assumeTrue(File.separatorChar == '/', "Windows has no such permissions");
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path safe = Files.createDirectory(directory.resolve("safe"));
    Map<String, String> properties =
        Map.of(
            CLASS_PATH,
            longClassPath(),
            NativeLibrary.DIRECTORY_PROPERTY,
            open.toString(),
            "java.io.tmpdir",
            safe.toString());
    assertThat(withProperties(properties, "class-path").reason())
        .startsWith(safe.toRealPath().toString())
        .endsWith("child.jar");
    try (Stream<Path> left = Files.walk(directory)) {
      assertThat(left).containsOnly(directory, open, safe);
    }
  }

  @Test
  void readsAreAsManyAsAreAskedFor() {
    List<Candidate> counts = candidates(new CrashProvider(), "counts");
    assertThat(new ChildJvmIsolator(40, 7).tryAll(counts).get(0).reason())
        .contains("40 reads, 7 starts, 7 stops");
    assertThat(new ChildJvmIsolator().tryAll(counts).get(0).reason())
        .contains("50000 reads, 2000 starts, 2000 stops");
  }

  @Test
  void whatStopsReturningLaterIsCutOffAndWhatIsSlowIsNot() {
    System.setProperty(TimeLimit.SECONDS_PROPERTY, "2");
    try {
      assertThat(reasons("hangs-later", "slow", "healthy-3"))
          .containsEntry("hangs-later", TIMED_OUT)
          .containsEntry("slow", "")
          .containsEntry("healthy-3", "");
    } finally {
      System.clearProperty(TimeLimit.SECONDS_PROPERTY);
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
          .startsWith("it may crash, and no process can be started to try it in: ")
          .contains("does not exist", "--strip-native-commands", "isolation NONE");
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
