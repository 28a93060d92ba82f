// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cyclecounter.itest.Java.done;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.Listed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * Hostile places for the packaged libraries: {@code list} runs in a new JVM, and its table gives
 * the reason why {@code amd64-tsc} does not work, and a selected counter that needs no library.
 */
abstract class LoaderAttack {

  static final String LIBRARY = "libcyclecounter-x86-1.so";
  static final String IN_JAR = "META-INF/native/linux-x86-64/" + LIBRARY;
  private static final List<String> AS_ANOTHER_USER =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  /** Below the system's temporary directory, and open to the other user. */
  Path place;

  private boolean mounted;

  @BeforeAll
  static void onX86Linux() {
    assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"),
        "the library attacked here is counter-x86's for Linux");
  }

  @BeforeEach
  void makePlace() throws Exception {
    place = Files.createTempDirectory("loader-attack-");
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void deletePlace() throws Exception {
    if (mounted) {
      done("umount", place.toString());
    }
    done("rm", "-rf", place.toString());
  }

  // The conditions

  void mount(String options) throws Exception {
    mounted = done("mount", "-t", "tmpfs", "-o", options, "tmpfs", place.toString());
    assumeTrue(mounted, "this user may not mount a file system");
  }

  static List<String> asAnotherUser(String... command) throws Exception {
    List<String> whole = new ArrayList<>(AS_ANOTHER_USER);
    whole.addAll(List.of(command));
    assumeTrue(
        done(Stream.concat(AS_ANOTHER_USER.stream(), Stream.of("true")).toArray(String[]::new)),
        "only root can act as another user, with setpriv");
    return whole;
  }

  Path directory(String name, String permissions) throws Exception {
    Path directory = Files.createDirectories(place.resolve(name));
    done("chmod", permissions, directory.toString());
    return directory;
  }

  private static Path jar(Path mods, String name) throws IOException {
    try (Stream<Path> jars = Files.list(mods)) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith(name)).findAny().get();
    }
  }

  static byte[] packaged(String name, String resource) throws IOException {
    try (FileSystem jar = FileSystems.newFileSystem(jar(Path.of(Java.MODS), name))) {
      return Files.readAllBytes(jar.getPath(resource));
    }
  }

  // The JVMs

  /** {@code list} where every directory that libraries are extracted to is below {@code bases}. */
  static ProcessBuilder list(Path mods, Path bases, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Java.path("java"));
    command.add("-XX:TieredStopAtLevel=1"); // to be quick: twenty run at once
    command.add("-XX:+UseSerialGC");
    command.add("-Dorg.cyclecounter.probe.seconds=60"); // however busy the machine is
    command.add("-Dorg.cyclecounter.native.directory=" + bases);
    command.add("-Djava.io.tmpdir=" + bases);
    command.add("-Duser.home=" + bases);
    command.add(
        Java.nativeAccess(
            "org.cyclecounter.api,org.cyclecounter.selector,org.cyclecounter.x86,org.cyclecounter.os"));
    command.addAll(List.of(options));
    command.addAll(List.of("-p", mods.toString(), "-m", "org.cyclecounter.tools", "list", "--json"));
    ProcessBuilder builder = new ProcessBuilder(command).directory(bases.toFile());
    builder.environment().put("XDG_RUNTIME_DIR", bases.toString());
    return builder;
  }

  static ProcessBuilder list(Path bases, String... options) throws Exception {
    return list(Path.of(Java.MODS), bases, options);
  }

  static void assertNoLibrary(Java.Result result, String... reasons) throws IOException {
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.err())
        .last()
        .asString()
        .contains(
            "a clock is read instead of a cycle counter: ", "cannot be loaded; ", "; probed ");
    assertThat(Listed.rows(result.out()).get("default-monotonic")).startsWith("SELECTED: ");
    assertThat(Listed.rows(result.out()).get("amd64-tsc"))
        .startsWith("REJECTED: the native library cyclecounter-x86-1 cannot be loaded; ")
        .contains(reasons);
  }

  /** That it is selected, too, is not asked: beside other JVMs C1 may come late to its reads. */
  static void assertLibrary(Java.Result result) throws IOException {
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(Listed.rows(result.out()).get("amd64-tsc")).contains(": usable: resolution ");
  }

  static List<Path> left(Path base) throws IOException {
    try (Stream<Path> files = Files.list(base)) {
      return files.filter(file -> file.toString().contains("cyclecounter-native")).toList();
    }
  }

  static final String REMEDY =
      "; -Dorg.cyclecounter.native.directory can name a writable directory without noexec, such"
          + " as a tmpfs; otherwise put on java.library.path the JAR's "
          + LIBRARY;
}
