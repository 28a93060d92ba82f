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
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A selection beside the faults in a JVM of its own, and one without them. What they reported and
 * printed is left in {@code target/faults}.
 *
 * @param counters what the report says of each counter
 * @param chosen the counter that was chosen; empty if it did not come to that
 * @param without the one that is chosen without the faults
 * @param end {@link #LIVED}, or how the JVM fared instead
 */
record FaultRun(List<Line> counters, String chosen, String without, String end) {

  /** One counter's line of the report. */
  record Line(String name, String verdict, String reason) {}

  /**
   * Where a selection runs.
   *
   * @param place {@code class-path}, {@code felix}, or the processor of an emulated machine
   * @param java the program
   */
  record Environment(String place, Path java) {

    private static final String CLASS_PATH = "class-path";
    private static final String FELIX = "felix";

    boolean isFelix() {
      return place.equals(FELIX);
    }

    /** The same without the framework: the choice is to be the same. */
    Environment onClassPath() {
      return isFelix() ? new Environment(CLASS_PATH, java) : this;
    }

    boolean isEmulated() {
      return !isFelix() && !place.equals(CLASS_PATH);
    }

    /** What {@code JAVA_HOME/release} says. */
    int feature() throws IOException {
      Properties release = new Properties();
      try (var in = Files.newInputStream(java.toRealPath().resolve("../../release").normalize())) {
        release.load(in);
      }
      return Runtime.Version.parse(release.getProperty("JAVA_VERSION").replace("\"", "")).feature();
    }

    String title(String isolation) throws IOException {
      return place + ", Java " + feature() + ", " + isolation;
    }
  }

  static final String LIVED = "the JVM lived";

  /** The module itest's own folder. */
  static final Path ITEST = Path.of(System.getProperty("machines.root", ".."), "itest");

  static final Path CLASSES = ITEST.resolve("target/test-classes").toAbsolutePath().normalize();
  static final Path FOLDER = ITEST.resolve("target/faults").toAbsolutePath().normalize();

  /**
   * Names of one instruction, or of what costs about the same under emulation: there a read takes
   * as long as the machine lets it, and which is the cheapest changes from one choice to the next.
   */
  private static final List<String> EQUALS =
      List.of(
          "amd64-tsc amd64-tscasm",
          "x86-tsc x86-tscasm",
          "arm64-vct arm64-vctss thread-cputime default-monotonic");

  /**
   * Runs both.
   *
   * @param isolation a name of {@code Isolation}, in small letters
   */
  static FaultRun of(Environment environment, String isolation)
      throws IOException, InterruptedException {
    String name =
        environment.title(isolation).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    List<List<String>> baseline = new ArrayList<>();
    Environment plain = environment.onClassPath();
    start(plain, isolation, name + "-without", jars("target/mods"), baseline);
    List<List<String>> lines = new ArrayList<>();
    List<Path> jars = new ArrayList<>(jars("target/mods"));
    jars.addAll(jars("itest/faults/target"));
    String end = start(environment, isolation, name, jars, lines);
    String without = chosen(baseline);
    lines.add(List.of("without", without));
    lines.add(List.of("end", end));
    Files.write(
        FOLDER.resolve(name + ".tsv"), lines.stream().map(l -> String.join("\t", l)).toList());
    return new FaultRun(
        lines.stream()
            .filter(line -> line.get(0).equals("counter"))
            .map(line -> new Line(line.get(1), line.get(2), line.get(3)))
            .toList(),
        chosen(lines),
        without,
        end);
  }

  /** Whether the faults changed nothing. */
  boolean isRightlyChosen() {
    return !chosen.isEmpty() && (chosen.equals(without) || areEqual(chosen, without));
  }

  private static boolean areEqual(String one, String other) {
    return EQUALS.stream()
        .map(names -> List.of(names.split(" ")))
        .anyMatch(names -> names.contains(one) && names.contains(other));
  }

  private static String chosen(List<List<String>> lines) {
    return lines.stream()
        .filter(line -> line.get(0).equals("chosen"))
        .map(line -> line.get(1))
        .findFirst()
        .orElse("");
  }

  /** Adds what is printed to {@code lines}; gives how it ended. */
  private static String start(
      Environment environment,
      String isolation,
      String name,
      List<Path> jars,
      List<List<String>> lines)
      throws IOException, InterruptedException {
    Path folder = emptied(FOLDER.resolve(name));
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command(environment, isolation, jars))
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err.txt").toFile())
            .start();
    process.getOutputStream().close();
    int limitS = environment.isEmulated() ? 1200 : 90;
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

  private static List<String> command(Environment environment, String isolation, List<Path> jars)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(environment.java().toString());
    command.add("-Dmachines.root=" + ITEST.resolve("..").toAbsolutePath().normalize());
    command.add("-Dorg.cyclecounter.trial.seconds=" + (environment.isEmulated() ? 10 : 2));
    if (environment.isEmulated()) {
      command.add("-XX:+IgnoreUnrecognizedVMOptions");
      command.add("-XX:TieredStopAtLevel=1"); // C2 takes longer than the questions
    }
    if (environment.feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add("-cp");
    List<Path> path = new ArrayList<>(environment.isFelix() ? jars("itest/target/felix") : jars);
    path.add(CLASSES);
    // JAR by JAR: under qemu-user a 32-bit program cannot list every file system's folders.
    command.add(path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add((environment.isFelix() ? FelixHost.class : FaultHost.class).getName());
    command.add(isolation.toUpperCase(Locale.ROOT));
    if (environment.isFelix()) {
      jars.forEach(jar -> command.add(jar.toString()));
    }
    return command;
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
