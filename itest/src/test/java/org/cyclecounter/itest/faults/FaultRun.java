// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.faults;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A selection beside the faults in a JVM of its own. What it reported and printed is left in {@code
 * target/faults}.
 *
 * @param counters what the report says of each counter
 * @param lockedKb how much more of the process's memory was locked afterwards, in KiB
 * @param end {@link #LIVED}, or how the JVM fared instead
 */
record FaultRun(List<Line> counters, long lockedKb, String end) {

  /** One counter's line of the report. */
  record Line(String name, String verdict, String reason) {}

  /** {@code -Dfaults=all}: every isolation, which takes minutes. */
  static final boolean ALL = System.getProperty("faults", "").equals("all");

  static final String LIVED = "the JVM lived";

  /** The module itest's own folder. */
  static final Path ITEST = Path.of(System.getProperty("machines.root", ".."), "itest");

  static final Path CLASSES = ITEST.resolve("target/test-classes").toAbsolutePath().normalize();
  static final Path FOLDER = ITEST.resolve("target/faults").toAbsolutePath().normalize();

  /**
   * Runs it.
   *
   * @param isolation a name of {@code Isolation}, in small letters
   * @param patience so many times the time for everything
   */
  static FaultRun of(Environment environment, String isolation, int patience)
      throws IOException, InterruptedException {
    List<Path> jars = new ArrayList<>(jars("target/mods"));
    jars.addAll(jars("itest/faults/target"));
    Run run = new Run(environment, isolation, environment.name(isolation), jars, patience);
    List<List<String>> lines = new ArrayList<>();
    String end = run.start(lines);
    lines.add(List.of("end", end));
    Files.write(
        FOLDER.resolve(run.name() + ".tsv"),
        lines.stream().map(l -> String.join("\t", l)).toList());
    return new FaultRun(
        lines.stream()
            .filter(line -> line.get(0).equals("counter"))
            .map(line -> new Line(line.get(1), line.get(2), line.get(3)))
            .toList(),
        lines.stream()
            .filter(line -> line.get(0).equals("locked"))
            .mapToLong(line -> Long.parseLong(line.get(1)))
            .sum(),
        end);
  }

  /** How a selection is started. */
  private record Run(
      Environment environment, String isolation, String name, List<Path> path, int patience) {

    /** Adds what is reported to {@code lines}; gives how it ended. */
    String start(List<List<String>> lines) throws IOException, InterruptedException {
      Path folder = emptied(FOLDER.resolve(name));
      Path out = folder.resolve("out.txt");
      ProcessBuilder builder =
          new ProcessBuilder(command())
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(folder.resolve("err.txt").toFile());
      Process process = builder.start();
      process.getOutputStream().close();
      // Up to 90 s where three other tests run; ten times that.
      int limitS = environment.isEmulated() ? 1200 : 900 * patience;
      boolean ended = process.waitFor(limitS, TimeUnit.SECONDS);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      Path report = folder.resolve(FaultHost.REPORT);
      if (Files.exists(report)) {
        Files.readAllLines(report).forEach(line -> lines.add(List.of(line.split("\t", -1))));
      }
      if (!ended) {
        return "the JVM did not end within " + limitS + " s";
      }
      if (process.exitValue() != 0) {
        return "the JVM ended with status " + process.exitValue();
      }
      // Garbage is in it, too.
      if (!Files.readString(out, StandardCharsets.ISO_8859_1).endsWith(FaultHost.ALIVE + "\n")) {
        return "the JVM cannot print its last line, or does not work any more";
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files.anyMatch(file -> file.getFileName().toString().matches("(hs_err|core).*"))
            ? "a crash of the JVM left a file in " + folder
            : LIVED;
      }
    }

    private List<String> command() throws IOException {
      List<String> command = new ArrayList<>();
      command.add(environment.java().toString());
      command.add("-Dmachines.root=" + ITEST.resolve("..").toAbsolutePath().normalize());
      int probeS = environment.isEmulated() ? 10 : 2 * patience;
      command.add("-Dorg.cyclecounter.probe.seconds=" + probeS);
      command.add("-XX:-CreateCoredumpOnCrash");
      if (environment.isEmulated()) {
        command.add("-XX:+IgnoreUnrecognizedVMOptions");
        command.add("-XX:TieredStopAtLevel=1"); // C2 takes longer than the questions
      }
      if (environment.feature() >= 22) {
        command.add("--enable-native-access=ALL-UNNAMED");
      }
      command.add("-cp");
      List<Path> entries =
          new ArrayList<>(environment.isFelix() ? jars("itest/target/felix") : path);
      entries.add(CLASSES);
      // JAR by JAR: under qemu-user a 32-bit program cannot list every file system's folders.
      command.add(
          entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
      command.add((environment.isFelix() ? FelixHost.class : FaultHost.class).getName());
      command.add(isolation.toUpperCase(Locale.ROOT));
      if (environment.isFelix()) {
        path.forEach(jar -> command.add(jar.toString()));
      }
      return command;
    }
  }

  private static List<Path> jars(String folder) throws IOException {
    Path path = ITEST.resolve("..").resolve(folder).toAbsolutePath().normalize();
    try (Stream<Path> files = Files.list(path)) {
      List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      if (jars.isEmpty()) {
        throw new IOException("no JAR is in " + path + "; run mvn -DskipTests package first");
      }
      return jars;
    }
  }

  private static Path emptied(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> old = Files.walk(folder)) {
        for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(folder);
  }
}
