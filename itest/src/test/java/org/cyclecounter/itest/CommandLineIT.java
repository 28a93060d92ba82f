// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.selecting.Loud;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.spi.CycleCounterProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command line with this machine's counters: as a process on the module path and the class
 * path, and in this JVM where it makes no difference.
 */
class CommandLineIT {

  private static final String MAIN = "org.cyclecounter.tools.cli.Main";
  private static final String NATIVE =
      "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os";

  /** Written from the grammar of cpucycles-info; one expression a line, in its order. */
  private static final String GRAMMAR =
      "cpucycles version \\d{8}\n"
          + "(cpucycles tracesetup \\d+ \\S+ precision \\d+ scaling \\d+\\.\\d{6} only32 [01]\n"
          + ")+cpucycles persecond \\d+\n"
          + "cpucycles implementation (?!default-zero)\\S+\n"
          + "cpucycles median -?\\d+ ([+-]\\d+){63}\n"
          + "(cpucycles observed persecond \\d+\\.\\.\\.\\d+ with \\d+ loops \\d+ microseconds\n"
          + "){0,11}";

  private static Java.Result info;

  @TempDir Path folder;

  @BeforeAll
  static void runInfo() throws Exception {
    info =
        Java.java(
            Java.nativeAccess(NATIVE), "-p", Java.MODS, "-m", "org.cyclecounter.tools", "info");
  }

  @Test
  void infoFollowsTheGrammarOfLibcpucycles() {
    assertThat(info.err()).isEmpty();
    assertThat(info.status()).isZero();
    assertThat(String.join("\n", info.out()) + "\n").matches(GRAMMAR);
  }

  /** Runs a command as a process, with a provider of this module's on the class path. */
  private Java.Result beside(Class<?> provider, String line) throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(CycleCounterProvider.class.getName()), provider.getName());
    List<String> arguments = new ArrayList<>(List.of(Java.nativeAccess("ALL-UNNAMED"), "-cp"));
    arguments.add(folder + File.pathSeparator + Java.classPathAndTests());
    arguments.add(MAIN);
    arguments.addAll(List.of(line.split(" ")));
    return Java.java(arguments.toArray(String[]::new));
  }

  @Test
  void keepsWhatProvidersPrintOutOfJson() throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"), "the provider calls Linux's C library");
    Java.Result result = beside(Loud.class, "list --json --isolation none");
    assertThat(result.err()).containsExactlyInAnyOrder("printed in Java", "printed in C");
    assertThat(result.out()).singleElement().asString().startsWith("{").endsWith("}");
  }

  @Tag("long")
  @Test
  void overheadBetweenCpuidsCreatesNoProvider() throws Exception {
    assumeTrue(
        System.getProperty("os.arch").equals("amd64"), "CPUID is an instruction of x86 processors");
    Java.Result result = beside(Loud.Halting.class, "overhead --counter amd64-tsc --fence cpuid");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out().get(0))
        .matches("overhead [1-9]\\d* cycles by amd64-tsc fenced by CPUID: subtract it from .*");
  }

  @Test
  void deniedNativeAccessIsAReasonAndSelectsTheJdksClock() throws Exception {
    assumeTrue(Runtime.version().feature() >= 24, "Java denies native access from 24 on");
    Java.Result result =
        Java.java(
            "--illegal-native-access=deny",
            "-p",
            Java.MODS,
            "-m",
            "org.cyclecounter.tools",
            "list");
    assertThat(result.status()).isZero();
    assertThat(result.out()).anyMatch(line -> line.startsWith("* default-monotonic"));
    assertThat(String.join("\n", result.out()))
        .contains("--enable-native-access=org.cyclecounter.");
    assertThat(result.err())
        .filteredOn(line -> line.contains("a clock is read instead of a cycle counter: "))
        .singleElement()
        .asString()
        .contains("native access is denied", "--enable-native-access=org.cyclecounter.");
  }
}
