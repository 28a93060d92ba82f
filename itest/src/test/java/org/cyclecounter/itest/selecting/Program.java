// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.selecting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.Said;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * A program that selects a counter, in a JVM and a folder of its own. It prints its results in
 * lines with a word first. All its processes are counted, and none survives the test.
 */
final class Program {

  /** This module's tests. */
  static final Path TESTS = Path.of(Java.testClasses());

  static final String SERVICES = "META-INF/services/" + CycleCounterProvider.class.getName();

  /** Every process that a program starts has it in its environment. */
  private static final String MARK = "CYCLECOUNTER_PROGRAM";

  /** No selection needs more at a time: the program, and a child for each kind of probe. */
  private static final int MAX_PROCESSES = 12;

  private static final int POLL_MS = 200;

  /** Against hangs. */
  private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(20);

  /** The time limit of a step, which no step that returns needs, even on a busy machine. */
  private static final int STEP_S = 60;

  private static final int LAST_PROCESS_S = 120;

  private final Path folder;
  private final String mark = UUID.randomUUID().toString();
  private List<String> java = Java.program();
  private final List<String> options = new ArrayList<>();
  private final List<String> path = new ArrayList<>();
  private final Map<String, String> variables = new TreeMap<>();
  private final List<String> modules = new ArrayList<>();
  private int stepLimitS = STEP_S;

  /** With every JAR of the project and these tests on its class path. */
  Program(Path folder) {
    this.folder = folder;
  }

  /**
   * A program's end.
   *
   * @param status its status; -1 if it had to be ended
   * @param left its processes that were left after its end
   * @param most the most processes at a time
   */
  record Ended(int status, List<String> out, String err, int left, int most) implements Said {

    /** Fails unless it came to its end by itself, and nothing is left of it. */
    Ended well() {
      String all = String.join("\n", out) + "\n" + err;
      assertThat(most).as("processes at a time").isLessThanOrEqualTo(MAX_PROCESSES);
      assertThat(status).as(all).isZero();
      assertThat(said("ended")).as(all).isEqualTo("yes");
      assertThat(left).as("processes that are left").isZero();
      return this;
    }

    /** The same, and no step had to be given up, as one that waits for itself would be. */
    Ended wellInTime() {
      assertThat(rows().values()).noneMatch(row -> row.contains("did not return within"));
      return well();
    }
  }

  /** Before the project's JARs. */
  Program first(String entry) {
    path.add(entry);
    return this;
  }

  /** Uses the module path, also for the project's JARs. */
  Program module(Path jar) {
    modules.addAll(List.of(Java.MODS, jar.toString()));
    return this;
  }

  /** Another machine's, which takes its time to be compiled. */
  Program java(Path executable) {
    java = new ArrayList<>(List.of(executable.toString(), "-XX:+IgnoreUnrecognizedVMOptions"));
    java.add("-XX:TieredStopAtLevel=1");
    return this;
  }

  Program option(String option) {
    options.add(option);
    return this;
  }

  /** For a program with a step that never returns. */
  Program stepLimit(int seconds) {
    stepLimitS = seconds;
    return this;
  }

  Program variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  /** Lists providers, the classes of which are among the tests. */
  Program providing(Class<?>... providers) throws IOException {
    Path file = folder.resolve("services").resolve(SERVICES);
    Files.createDirectories(file.getParent());
    Files.write(file, Stream.of(providers).map(Class::getName).toList());
    return first(folder.resolve("services").toString());
  }

  Ended run(Class<?> main, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(options);
    line.add("-Dorg.cyclecounter.probe.seconds=" + stepLimitS);
    List<String> entries = new ArrayList<>(path);
    if (modules.isEmpty()) {
      // JAR by JAR: under qemu-user a 32-bit program cannot list every file system's folders.
      entries.add(Java.classPathAndTestsWithout("any"));
    } else {
      line.add("--module-path=" + String.join(File.pathSeparator, modules));
      line.add("--add-modules=org.cyclecounter.selector"); // and what provides its services
      entries.add(TESTS.toString());
    }
    line.add("--class-path=" + String.join(File.pathSeparator, entries));
    line.add(main.getName());
    line.addAll(List.of(arguments));
    // In a file: a single argument of the operating system's is limited to 128 KiB.
    Path file = folder.resolve("arguments");
    Files.write(file, line.stream().map(Program::quoted).toList());
    List<String> command = new ArrayList<>(java);
    command.addAll(
        List.of(Java.nativeAccess("ALL-UNNAMED"), "-XX:-CreateCoredumpOnCrash", "@" + file));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out.txt").toFile())
            .redirectError(folder.resolve("err.txt").toFile());
    builder.environment().putAll(variables);
    builder.environment().put(MARK, mark);
    Process process = builder.start();
    process.getOutputStream().close();
    return end(process);
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private Ended end(Process process) throws Exception {
    int most = 0;
    boolean ended = false;
    long startNs = System.nanoTime();
    while (!ended && System.nanoTime() - startNs < LIMIT_NS && most <= MAX_PROCESSES) {
      ended = process.waitFor(POLL_MS, TimeUnit.MILLISECONDS);
      most = Math.max(most, processes(process).size());
    }
    long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LAST_PROCESS_S);
    while (ended && !processes(process).isEmpty() && System.nanoTime() < untilNs) {
      Thread.sleep(POLL_MS);
    }
    int left = ended ? processes(process).size() : 0;
    killAll(process);
    process.waitFor();
    String out = Files.readString(folder.resolve("out.txt"), StandardCharsets.ISO_8859_1);
    String err = Files.readString(folder.resolve("err.txt"), StandardCharsets.ISO_8859_1);
    return new Ended(ended ? process.exitValue() : -1, out.lines().toList(), err, left, most);
  }

  /** All that have the mark, by a look at each process of this user. */
  private List<Long> processes(Process process) throws IOException {
    List<Long> found = new ArrayList<>();
    Path proc = Path.of("/proc");
    if (!Files.exists(proc.resolve("self/environ"))) {
      process.descendants().forEach(descendant -> found.add(descendant.pid()));
      return found;
    }
    try (Stream<Path> all = Files.list(proc)) {
      for (Path one : all.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
        if (environment(one).contains(MARK + "=" + mark + "\0")) {
          found.add(Long.parseLong(one.getFileName().toString()));
        }
      }
    }
    return found;
  }

  private String environment(Path one) {
    try {
      byte[] bytes = Files.readAllBytes(one.resolve("environ"));
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // it has ended, or is another user's
    }
  }

  /** Stops all first: a running process starts others. */
  private void killAll(Process process) throws Exception {
    List<Long> stopped = List.of();
    List<Long> found = processes(process);
    while (!found.equals(stopped)) {
      for (long pid : found) {
        new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor();
      }
      stopped = found;
      found = processes(process);
    }
    for (long pid : found) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
