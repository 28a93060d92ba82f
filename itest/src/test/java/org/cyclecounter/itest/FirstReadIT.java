// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.cyclecounter.itest.pmu.SimulatedPmu;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The classes and files that the first reading of a starting JVM uses, and those that it leaves for
 * later.
 */
public class FirstReadIT {

  private static final String DONE = " " + FirstRead.Done.class.getName() + " ";

  /** For temporary files: a first reading looks at other processes' leftovers. */
  @TempDir static Path temporary;

  private static List<String> out;
  private static String loaded;

  @BeforeAll
  static void readOnceAndReport() throws Exception {
    String prefix = Platform.current().prefix();
    assumeTrue(
        List.of("linux-x86-64", "linux-aarch64").contains(prefix),
        "the promise is made for Linux on x86-64 and arm64, not " + prefix);
    Path classes = temporary.resolve("classes.txt");
    List<String> command = Java.program(FirstRead.class, "report");
    command.addAll(1, List.of("-Xlog:class+load:file=" + classes, "-Djava.io.tmpdir=" + temporary));
    Java.Result result = Java.run(new ProcessBuilder(command));
    assertThat(result.status()).as("%s", result.err()).isZero();
    out = result.out();
    loaded = Files.readString(classes);
  }

  @Test
  void touchesNeitherJnaNorAProcessNorAnotherFamilysLibrary() {
    String family = Platform.current().processor().equals("aarch64") ? "arm" : "x86";
    touchesLittle(loaded.substring(0, loaded.indexOf(DONE)), out.get(0), family);
  }

  /**
   * Checks the promises for Linux on x86-64 and arm64.
   *
   * @param loaded the output of -Xlog:class+load
   * @param libraries the first output of FirstRead
   */
  public static void touchesLittle(String loaded, String libraries, String family) {
    assertThat(loaded)
        .contains("org.cyclecounter.selector.CpuCycles ")
        .doesNotContain(" com.sun.jna.")
        // Starting a process loads this class. (System.getenv loads ProcessImpl on Java 25.)
        .doesNotContain(" java.lang.ProcessBuilder ");
    assertThat(libraries)
        .contains("libcyclecounter-" + family + "-1")
        .matches("\\[(libcyclecounter-(selector|os|" + family + ")-1(, )?)+]");
  }

  @Test
  void meetsNoHazardOfTheColdStart() {
    meetsNoHazard(loaded);
  }

  /** By the classes that these hazards of docs/cold-start.md load. */
  private static void meetsNoHazard(String loaded) {
    int begin = loaded.indexOf(" org.cyclecounter.selector.CpuCycles ");
    int end = loaded.indexOf(DONE);
    assertThat(begin).as("CpuCycles, and then what says that it has read").isBetween(1, end);
    assertThat(loaded.substring(begin, end))
        .as("cold start 1")
        .doesNotContain(" java.lang.invoke.InnerClassLambdaMetafactory ")
        .as("cold start 2")
        .doesNotContain(" java.lang.invoke.StringConcatFactory ")
        .as("cold start 3")
        .doesNotContain(" java.util.Formatter ")
        .as("cold start 4")
        .doesNotContain(" java.util.regex.Matcher ")
        .as("cold start 5")
        .doesNotContain(" java.lang.System$LoggerFinder ")
        .as("cold start 6")
        .doesNotContain(" java.security.SecureRandom ")
        .as("cold start 7")
        .doesNotContain(" sun.security.provider.SHA2 ")
        .as("cold start 8")
        .doesNotContain(" java.math.BigDecimal ")
        .as("cold start 9")
        .doesNotContain(" java.util.concurrent.FutureTask ")
        .as("cold start 10")
        .doesNotContain(" sun.nio.ch.FileChannelImpl ")
        .as("cold start 11")
        .doesNotContain(" java.lang.runtime.ObjectMethods ")
        .as("cold start 13")
        .doesNotContain(" java.util.stream.ReferencePipeline ")
        .as("cold start 16")
        .doesNotContain(" java.util.ServiceLoader$ModuleServicesLookupIterator ")
        .doesNotContain(" sun.net.www.protocol.jar.JarURLConnection ")
        .doesNotContain(" jdk.internal.module.SystemModuleFinders$SystemModuleReader ");
  }

  /** With three counters that work by perf events: the JVM does little for them, too. */
  @Test
  void touchesNoMoreOnAPmuAndReadsLittle() throws Exception {
    SimulatedPmu.isNeeded();
    Path classes = temporary.resolve("classes.txt");
    List<String> log = List.of("-Xlog:class+load:file=" + classes);
    List<String> quiet = SimulatedPmu.DETERMINISTIC;
    SimulatedPmu.Run run = SimulatedPmu.java(quiet, List.of(), log, FirstRead.class);
    assertThat(run.status()).as(run.all()).isZero();
    assertThat(run.out()).element(1).as(run.all()).isEqualTo("amd64-pmc");
    assertThat(run.statistic("javas")).as(run.all()).isZero();
    assertThat(run.statistic("execs")).as(run.all()).isZero();
    assertThat(run.statistic("others")).as(run.all()).isZero();
    assertThat(run.statistic("own")).as(run.all()).isBetween(1L, 15_000L);
    touchesLittle(Files.readString(classes), run.out().get(0), "x86");
    meetsNoHazard(Files.readString(classes));
    SimulatedPmu.Run report = SimulatedPmu.java(quiet, List.of(), log, FirstRead.class, "report");
    for (String name : List.of("amd64-pmc", "amd64-perfpmc", "default-perfevent")) {
      assertThat(report.out())
          .as(report.all())
          .anyMatch(line -> line.matches("(SELECTED|USABLE) " + name + " .*"));
    }
  }

  @Test
  void asksForNoClassOfOsgiAndNoJarHasOne() throws Exception {
    List<Path> jars = Java.jars();
    assertThat(jars).hasSizeGreaterThan(8);
    for (Path jar : jars) {
      try (JarFile open = new JarFile(jar.toFile())) {
        assertThat(open.stream().map(JarEntry::getName))
            .noneMatch(name -> name.startsWith("org/osgi/"));
      }
    }
    assertThat(loaded)
        .contains("org.cyclecounter.selector.CpuCycles ")
        .doesNotContain(" org.osgi.")
        .doesNotContain(" org.cyclecounter.selector.osgi.");
  }

  @Test
  void reportTriesTheOthersLaterAndKeepsTheSelection() {
    assertThat(out.subList(2, out.size()))
        .filteredOn(line -> line.startsWith("SELECTED "))
        .singleElement()
        .asString()
        .startsWith("SELECTED " + out.get(1) + " usable: ")
        .contains(" (C), ")
        .containsPattern(" \\(Java\\), (typically \\d+, )?penalty ");
    assertThat(out)
        .anyMatch(line -> line.startsWith("USABLE default-monotonic usable: "))
        .anyMatch(line -> line.startsWith("USABLE thread-cputime usable: "));
  }
}
