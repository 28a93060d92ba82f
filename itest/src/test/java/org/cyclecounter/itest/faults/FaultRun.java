// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.faults;

import com.example.selecting.OneFault;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.itest.LongTests;
import org.cyclecounter.itest.pmu.SimulatedPmu;
import org.cyclecounter.spi.CycleCounterProvider;

/**
 * A selection beside the faults in a JVM of its own, and one without them. What they reported and
 * printed is left in {@code target/faults}.
 *
 * @param counters what the report says of each counter
 * @param selected the counter that was selected; empty if it did not come to that
 * @param without the one that is selected without the faults
 * @param lockedKb how much more of the process's memory was locked afterwards, in KiB
 * @param end {@link #LIVED}, or how the JVM fared instead
 */
record FaultRun(List<Line> counters, String selected, String without, long lockedKb, String end) {

  /** One counter's line of the report. */
  record Line(String name, String verdict, String reason) {}

  private static final String FAULTS = LongTests.amount("faults", "some", "more");

  /** {@code -Dfaults=more}, or {@code -Dtests=all}: what is too slow for every build. */
  static final boolean MORE = !FAULTS.equals("some");

  /** {@code -Dfaults=all}: every place, isolation and number of reads, which takes minutes. */
  static final boolean ALL = FAULTS.equals("all");

  static final String LIVED = "the JVM lived";

  /** The module itest's own folder. */
  static final Path ITEST = Path.of(System.getProperty("machines.root", ".."), "itest");

  static final Path CLASSES = ITEST.resolve("target/test-classes").toAbsolutePath().normalize();
  static final Path FOLDER = ITEST.resolve("target/faults").toAbsolutePath().normalize();

  /**
   * Names of one instruction, or of what costs about the same under emulation: there a read takes
   * as long as the machine lets it, and which is the cheapest changes from one selection to the
   * next.
   */
  private static final List<String> EQUALS =
      List.of(
          "amd64-tsc amd64-tscasm",
          "x86-tsc x86-tscasm",
          "arm64-vct arm64-vctss thread-cputime default-monotonic");

  /** What the simulated PMU takes for a read is the host's time, as under emulation. */
  private static final String EQUALS_ON_SIMULATED_PMU =
      "amd64-tsc amd64-tscasm amd64-pmc amd64-perfpmc default-perfevent";

  /**
   * Runs both.
   *
   * @param isolation a name of {@code Isolation}, in small letters
   */
  static FaultRun of(Environment environment, String isolation)
      throws IOException, InterruptedException {
    return of(environment, isolation, 1);
  }

  /** The same with so many times the time for everything. */
  static FaultRun of(Environment environment, String isolation, int patience)
      throws IOException, InterruptedException {
    List<Path> jars = new ArrayList<>(jars("target/mods"));
    jars.addAll(jars("itest/faults/target"));
    String name = environment.name(isolation);
    Environment plain = environment.onClassPath();
    List<List<String>> baseline = new ArrayList<>();
    Run without =
        new Run(plain, isolation, name + "-without", jars("target/mods"), Map.of(), patience);
    without.start(baseline);
    return of(new Run(environment, isolation, name, jars, Map.of(), patience), selected(baseline));
  }

  /**
   * Runs a selection beside one fault alone, on the class path of this Java.
   *
   * @param more for the environment of the process, besides the fault's name
   * @param without the counter that is selected without it
   * @param patience so many times the time for everything
   */
  static FaultRun alone(
      String isolation, String fault, Map<String, String> more, String without, int patience)
      throws IOException, InterruptedException {
    Environment here = Environment.here();
    Map<String, String> variables = new TreeMap<>(more);
    variables.put(OneFault.NAME, fault);
    List<Path> path = new ArrayList<>(jars("target/mods"));
    path.add(onlyOneFault());
    String name = here.name(isolation) + "-" + fault + String.join("-", more.values());
    return of(new Run(here, isolation, name, path, variables, patience), without);
  }

  /** The counter that is selected without faults on the class path of this Java. */
  static String without(String isolation) throws IOException, InterruptedException {
    Environment here = Environment.here();
    List<List<String>> lines = new ArrayList<>();
    String name = here.name(isolation) + "-without-any";
    new Run(here, isolation, name, jars("target/mods"), Map.of(), 1).start(lines);
    return selected(lines);
  }

  private static FaultRun of(Run run, String without) throws IOException, InterruptedException {
    List<List<String>> lines = new ArrayList<>();
    String end = run.start(lines);
    lines.add(List.of("without", without));
    lines.add(List.of("end", end));
    Files.write(
        FOLDER.resolve(run.name() + ".tsv"),
        lines.stream().map(l -> String.join("\t", l)).toList());
    return new FaultRun(
        lines.stream()
            .filter(line -> line.get(0).equals("counter"))
            .map(line -> new Line(line.get(1), line.get(2), line.get(3)))
            .toList(),
        selected(lines),
        without,
        first("locked", lines).map(Long::parseLong).orElse(0L),
        end);
  }

  /** The faults' classes without the list of providers, and a list of one. */
  private static Path onlyOneFault() throws IOException {
    Path folder = FOLDER.resolve("one-fault");
    Path services = folder.resolve("META-INF/services/" + CycleCounterProvider.class.getName());
    synchronized (FaultRun.class) {
      if (!Files.exists(services)) {
        Path classes = ITEST.resolve("faults/target/classes").toAbsolutePath().normalize();
        try (Stream<Path> files = Files.walk(classes)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            Path copy = folder.resolve(classes.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
          }
        }
        Files.writeString(services, OneFault.class.getName() + "\n");
      }
    }
    return folder;
  }

  /** Whether the faults changed nothing. */
  boolean isRightlySelected() {
    return !selected.isEmpty() && (selected.equals(without) || areEqual(selected, without));
  }

  private static boolean areEqual(String one, String other) {
    return Stream.concat(
            EQUALS.stream(),
            SimulatedPmu.isAround() ? Stream.of(EQUALS_ON_SIMULATED_PMU) : Stream.empty())
        .map(names -> List.of(names.split(" ")))
        .anyMatch(names -> names.contains(one) && names.contains(other));
  }

  private static String selected(List<List<String>> lines) {
    return first("selected", lines).orElse("");
  }

  private static Optional<String> first(String word, List<List<String>> lines) {
    return lines.stream()
        .filter(line -> line.get(0).equals(word))
        .map(line -> line.get(1))
        .findFirst();
  }

  /** How a selection is started. */
  private record Run(
      Environment environment,
      String isolation,
      String name,
      List<Path> path,
      Map<String, String> variables,
      int patience) {

    /** Adds what is reported to {@code lines}; gives how it ended. */
    String start(List<List<String>> lines) throws IOException, InterruptedException {
      Path folder = emptied(FOLDER.resolve(name));
      Path out = folder.resolve("out.txt");
      ProcessBuilder builder =
          new ProcessBuilder(command())
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(folder.resolve("err.txt").toFile());
      builder.environment().putAll(variables);
      Process process = builder.start();
      process.getOutputStream().close();
      // All take up to 90 s where three other tests run; ten times that, and a third for one alone.
      int limitS = environment.isEmulated() ? 1200 : (isAlone() ? 300 : 900) * patience;
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

    private boolean isAlone() {
      return variables.containsKey(OneFault.NAME);
    }

    private List<String> command() throws IOException {
      List<String> command = new ArrayList<>();
      command.add(environment.java().toString());
      command.add("-Dmachines.root=" + ITEST.resolve("..").toAbsolutePath().normalize());
      int probeS = environment.isEmulated() ? 10 : (isAlone() ? 1 : 2) * patience;
      command.add("-Dorg.cyclecounter.probe.seconds=" + probeS);
      command.add("-Dcom.example.faults.device=here"); // a child process does not have it
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
      } else if (variables.containsKey(OneFault.LIMIT)) {
        command.add(FaultHost.UNREAD);
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
