// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the JDK that runs the test. */
public final class Java {

  public static final String MODS = System.getProperty("mods");

  public record Result(int status, List<String> out, List<String> err) implements Said {}

  /** Against hangs; the kit of tests takes over a minute for all faults beside other programs. */
  private static final int MAX_MINUTES = 15;

  /** The status of a program that did not end in time; timeout(1) has the same. */
  public static final int TIMED_OUT = 124;

  private Java() {}

  /** The project's JARs as a class path. */
  public static String classPath() {
    return MODS + File.separator + "*";
  }

  /** The project's JARs and this module's tests as a class path. */
  public static String classPathAndTests() {
    return classPath() + File.pathSeparator + testClasses();
  }

  public static String testClasses() {
    // By a URI, because a URL's path has a slash before Windows' drive, and %20 for a space.
    URL location = Java.class.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(URI.create(location.toString())).toString();
  }

  /** The same without one of the project's modules, by the last part of its name. */
  public static String classPathAndTestsWithout(String module) throws IOException {
    return jarsWithout(module) + File.pathSeparator + testClasses();
  }

  /** JAR by JAR: under qemu-user a 32-bit program cannot list every file system's folders. */
  public static String jarsWithout(String module) throws IOException {
    return jars().stream()
        .map(jar -> jar.toAbsolutePath().normalize().toString())
        .filter(jar -> !jar.contains("cyclecounter-" + module + "-"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** The project's JARs and those that they need, sorted. */
  public static List<Path> jars() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(MODS))) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** Copies the project's JARs into a folder, and gives that. */
  public static Path copyMods(Path to) throws IOException {
    Files.createDirectories(to);
    for (Path jar : jars()) {
      Files.copy(jar, to.resolve(jar.getFileName()));
    }
    return to;
  }

  public static String nativeAccess(String modules) {
    return Runtime.version().feature() >= 21 ? "--enable-native-access=" + modules : "-Dunused=x";
  }

  public static Result java(String... arguments) throws Exception {
    List<String> command = program();
    command.addAll(List.of(arguments));
    return run(new ProcessBuilder(command));
  }

  /**
   * The beginning of a command for a program that lives for less than a second. In a plain build it
   * is compiled by C1 alone, which saves a third of its processor time; with {@code -Dtests=all} as
   * a user's is.
   */
  public static List<String> program() {
    List<String> command = new ArrayList<>(List.of(path("java")));
    if (!LongTests.ARE_RUN) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    return command;
  }

  /** Returns the command of a program of the tests, on the class path. */
  public static List<String> program(Class<?> main, String... arguments) {
    List<String> command = program();
    command.addAll(List.of(nativeAccess("ALL-UNNAMED"), "-cp", classPathAndTests()));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  public static String path(String tool) {
    return Path.of(System.getProperty("java.home"), "bin", tool).toString();
  }

  /** Returns true if a command ends with status 0. */
  public static boolean done(String... command) throws Exception {
    try {
      return run(new ProcessBuilder(command)).status() == 0;
    } catch (IOException e) {
      return false; // there is no such command
    }
  }

  public static Result run(ProcessBuilder builder) throws Exception {
    Result result = run(builder, MAX_MINUTES);
    if (result.status() == TIMED_OUT) {
      throw new AssertionError(
          builder.command() + " did not end within " + MAX_MINUTES + " minutes");
    }
    return result;
  }

  /** Ends it after some minutes, with the status {@link #TIMED_OUT}. */
  public static Result run(ProcessBuilder builder, int minutes)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("out", ".txt");
    Path err = Files.createTempFile("err", ".txt");
    try {
      Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      process.getOutputStream().close();
      boolean isTimedOut = !process.waitFor(minutes, TimeUnit.MINUTES);
      if (isTimedOut) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      return new Result(isTimedOut ? TIMED_OUT : process.exitValue(), lines(out), lines(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /** A console log may hold anything. */
  public static List<String> lines(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
  }
}
