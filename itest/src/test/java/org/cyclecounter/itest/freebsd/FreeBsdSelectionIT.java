// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.freebsd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.Listed;
import org.cyclecounter.itest.schemas.Schemas;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A selection as on FreeBSD, made on Linux: the system's name is FreeBSD's, and its library reads
 * the time-stamp counter, for which it asks no C library. Linux's loader wants another number at
 * EI_OSABI only. The child JVM calls its system Linux, and finds the same library there. The
 * selector's library is Linux's, because FreeBSD's asks for the functions of FreeBSD's C library.
 */
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "FreeBSD's library of counter-x86 can be loaded on x86-64 Linux only")
@Tag("long")
class FreeBsdSelectionIT {

  private static final String FOLDER = "META-INF/native/";
  private static final String FREEBSD = "freebsd-x86-64";
  private static final String X86 = "cyclecounter-x86-1";
  private static final String SELECTOR = "cyclecounter-selector-1";
  private static final int EI_OSABI = 7;

  @TempDir private static Path mods;

  private static Map<String, String> reasons = Map.of();

  @BeforeAll
  static void selectWithALibraryThatLinuxLoads() throws Exception {
    Java.copyMods(mods);
    try (FileSystem jar = open("x86")) {
      byte[] library = forLinux(jar, X86);
      replace(jar, FREEBSD, X86, library);
      replace(jar, "linux-x86-64", X86, library);
    }
    try (FileSystem jar = open("selector")) {
      Path ofLinux = jar.getPath(FOLDER + "linux-x86-64/lib" + SELECTOR + ".so");
      replace(jar, FREEBSD, SELECTOR, Files.readAllBytes(ofLinux));
    }
    reasons = report("auto");
  }

  private static FileSystem open(String module) throws IOException {
    try (Stream<Path> jars = Files.list(mods)) {
      return FileSystems.newFileSystem(
          jars.filter(jar -> jar.getFileName().toString().startsWith("cyclecounter-" + module))
              .findAny()
              .orElseThrow());
    }
  }

  private static byte[] forLinux(FileSystem jar, String name) throws IOException {
    byte[] library = Files.readAllBytes(jar.getPath(FOLDER + FREEBSD + "/lib" + name + ".so"));
    library[EI_OSABI] = 0;
    return library;
  }

  private static void replace(FileSystem jar, String prefix, String name, byte[] library)
      throws Exception {
    String path = prefix + "/lib" + name + ".so";
    Files.write(jar.getPath(FOLDER + path), library);
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(library));
    Path list = jar.getPath(FOLDER + name + ".sha256");
    Files.writeString(
        list, digest + "  " + path + "\n" + Files.readString(list)); // first, it counts
    Files.deleteIfExists(jar.getPath(FOLDER + name + ".crc32"));
  }

  private static Map<String, String> report(String isolation) throws Exception {
    Java.Result result =
        Java.java(
            Java.nativeAccess("ALL-UNNAMED"),
            "-Dorg.cyclecounter.probe.seconds=60", // however busy the machine is
            "-cp",
            mods + File.separator + "*" + File.pathSeparator + Java.testClasses(),
            AsFreeBsd.class.getName(),
            "info",
            "--json",
            "--isolation",
            isolation);
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.err()).isEmpty();
    Schemas.validate(String.join("\n", result.out()));
    return Listed.rows(result.out());
  }

  @Test
  void probesTimeStampCounterInChildJvm() throws Exception {
    assertThat(reasons.get("amd64-tsc"))
        .matches("(SELECTED|USABLE): .*")
        .contains(" (C), ") // as on Linux, and not the interpreter's time
        .contains("probed in a child JVM");
    assertThat(reasons.get("amd64-tscasm"))
        .matches("(SELECTED|USABLE): .*")
        .contains("probed in a child JVM");
  }

  @Test
  void attemptsNothingThatFreeBsdDoesNotHave() throws Exception {
    for (String rdpmc : List.of("amd64-pmc", "amd64-perfpmc", "amd64-perfpmcff", "amd64-pmcff")) {
      assertThat(reasons)
          .containsEntry(rdpmc, "REJECTED: it needs 64-bit Linux; this is freebsd-x86-64");
    }
    assertThat(reasons)
        .containsEntry(
            "default-perfevent", "REJECTED: it needs Linux's perf events; this is freebsd")
        .containsEntry(
            "default-mach", "REJECTED: mach_absolute_time exists on macOS only; this is freebsd");
    assertThat(reasons.get("default-monotonic")).doesNotStartWith("REJECTED");
    assertThat(reasons.get("default-gettimeofday")).doesNotStartWith("REJECTED"); // by Java
  }

  @Test
  void offersNoNativeIsolation() throws Exception {
    assertThat(report("native"))
        .containsEntry(
            "amd64-tsc",
            "REJECTED: native isolation is not offered for freebsd-x86-64; use AUTO or JVM");
  }
}
