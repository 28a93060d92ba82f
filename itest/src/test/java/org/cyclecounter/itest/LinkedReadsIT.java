// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.itest.stress.LinkedReading;
import org.cyclecounter.spi.nativelib.NativeTicks;
import org.cyclecounter.spi.nativelib.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Conditions under which reads are linked without the thread's change of state, or stay with JNI.
 */
class LinkedReadsIT {

  private static final String HIDDEN = "org.cyclecounter.spi.nativelib.CriticalTicks/";
  private static final int JAVA = Runtime.version().feature();

  @TempDir Path directory;

  @BeforeEach
  void whereTheyCanBe() {
    assumeTrue(NativeTicks.canBeLinked(), "Java " + JAVA + " cannot link on this platform");
    String processor = Platform.current().processor();
    assumeTrue(processor.equals("x86-64"), "the counter asked for is x86-64's, not " + processor);
  }

  private record Run(Java.Result result, String classes) {
    boolean isLinked() {
      return classes.contains(HIDDEN);
    }

    List<String> out() {
      return result.out();
    }
  }

  private Run run(List<String> options, String... program) throws Exception {
    Path classes = directory.resolve("classes.txt");
    Files.deleteIfExists(classes);
    List<String> command = new ArrayList<>(List.of(Java.path("java")));
    command.add("-Xlog:class+load:file=" + classes);
    command.addAll(options);
    command.addAll(List.of(program));
    Java.Result result = Java.run(new ProcessBuilder(command));
    assertThat(result.status()).as("%s %s", result.out(), result.err()).isZero();
    return new Run(result, Files.readString(classes));
  }

  private Run reading(int reads, String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of(Java.nativeAccess("ALL-UNNAMED"), "-cp", Java.classPathAndTests()));
    return run(all, ManyReads.class.getName(), String.valueOf(reads));
  }

  private Run listOnModulePath() throws Exception {
    String[] list = {"-m", "org.cyclecounter.tools", "list", "--json", "--counter", "amd64-tsc"};
    return run(List.of("-p", Java.MODS), list);
  }

  private static String amd64Tsc(Run run) {
    return run.out().stream().filter(line -> line.contains(" amd64-tsc ")).findFirst().orElse("");
  }

  /**
   * Also with a debugging JVM, which complains of wrong calls, and for each value of the property.
   */
  @Test
  void linksReadsThatPayForItCleanlyAndNotBefore() throws Exception {
    Run run = reading(200_000, "-Xcheck:jni", "-Dorg.cyclecounter.linkedReads=maybe");
    String few =
        run.classes().substring(0, run.classes().indexOf(" " + ManyReads.Few.class.getName()));
    assertThat(few).doesNotContain("nativelib.CriticalLinker ").doesNotContain(HIDDEN);
    assertThat(run.isLinked()).as(run.out().toString()).isTrue();
    assertThat(run.out())
        .contains("libraries of the API after few reads: 0", "decreases: 0")
        .contains("libraries of the API after all reads: " + (JAVA == 17 ? 1 : 0))
        .noneMatch(line -> line.contains("in native method"));
    assertThat(amd64Tsc(run)).contains(" (Java), ").doesNotContain("JNI");
    assertThat(run.result().err())
        .noneMatch(line -> line.contains("in native method"))
        .filteredOn(line -> line.contains("org.cyclecounter.linkedReads is 'maybe'"))
        .hasSize(1);
  }

  @Tag("long")
  @Test
  void propertyKeepsAllReadsWithJni() throws Exception {
    Run run = reading(200_000, "-Dorg.cyclecounter.linkedReads=false");
    assertThat(run.isLinked()).isFalse();
    assertThat(run.out()).contains("libraries of the API after all reads: 0");
    assertThat(amd64Tsc(run)).contains("; read through JNI: org.cyclecounter.linkedReads is false");
  }

  @Test
  void onTheModulePathReadsAreLinkedWithoutAnyOption() throws Exception {
    assumeTrue(
        JAVA == 17 || JAVA >= 24, "Java " + JAVA + " enables no module that loads a library");
    Run run = listOnModulePath();
    assertThat(run.isLinked()).as(run.out().toString()).isTrue();
    assertThat(Listed.rows(run.out()).get("amd64-tsc")).contains(" (Java), ").doesNotContain("JNI");
    List<String> warnings =
        run.result().err().stream().filter(line -> line.contains(" restricted method ")).toList();
    assertThat(warnings)
        .allMatch(line -> line.contains(" java.lang.System "))
        .hasSize(JAVA == 17 ? 0 : 2);
    assertThat(run.result().err()).noneMatch(line -> line.contains("org.cyclecounter.api"));
  }

  @Test
  void namesModuleWithoutNativeAccess() throws Exception {
    assumeTrue(JAVA > 20 && JAVA < 24, "Java " + JAVA + " asks for no permission, or gives it");
    Run run = listOnModulePath();
    assertThat(run.isLinked()).isFalse();
    assertThat(run.out())
        .anyMatch(line -> line.contains("--enable-native-access=org.cyclecounter.x86"));
  }

  @Tag("long")
  @Test
  void linkedReadsLiveWithStackDumpsCollectionsAndUnloading() throws Exception {
    for (String collector : List.of("-XX:+UseG1GC", "-XX:+UseZGC")) {
      Run run =
          run(
              List.of(
                  collector,
                  "-Xmx256m",
                  Java.nativeAccess("ALL-UNNAMED"),
                  "-cp",
                  Java.classPathAndTests()),
              LinkedReading.class.getName(),
              "5");
      assertThat(run.isLinked()).isTrue();
      assertThat(run.out()).contains("verdict: good");
    }
  }
}
