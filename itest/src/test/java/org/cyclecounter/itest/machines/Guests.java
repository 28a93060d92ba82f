// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.cyclecounter.itest.machines.Scripts.Ended;

/** Boots an emulated machine that runs a script and switches itself off. */
final class Guests {

  private static final String CRASH = "# A fatal error has been detected by the Java Runtime";

  private Guests() {}

  /**
   * Runs a script of the folder in a guest, and returns the console's text. The guest has the
   * project's JARs and these classes.
   *
   * @param arch Debian's name of the processor
   * @param folder an empty one
   * @param variables lines that set the script's variables
   * @param seconds the time limit
   * @param options of qemu's
   */
  static List<String> boot(
      String arch, Path folder, String variables, String script, int seconds, String... options)
      throws IOException, InterruptedException {
    Path app = Files.createDirectory(folder.resolve("app"));
    copy(Path.of(Java.MODS), app.resolve("mods"));
    copy(
        Path.of(Java.testClasses(), "org/cyclecounter/itest/machines"),
        app.resolve("probe/org/cyclecounter/itest/machines"));
    Files.writeString(
        app.resolve("init"),
        variables
            + Files.readString(Scripts.FOLDER.resolve("guest-begin"))
            + Files.readString(Scripts.FOLDER.resolve(script))
            + Files.readString(Scripts.FOLDER.resolve("guest-end")));
    Path log = folder.resolve("console");
    Path results = Files.createDirectories(Results.FOLDER);
    String name = "console-" + arch + "-" + script;
    Ended ended = start(arch, app, log, seconds, options);
    ended.assumeFetched(arch);
    String failure = failure(ended.status(), console(log));
    if (!failure.isEmpty()) {
      System.out.println(arch + ": " + failure + "; it is booted again");
      Files.copy(log, results.resolve(name + "-failed.txt"), REPLACE_EXISTING);
      ended = start(arch, app, log, seconds, options);
      failure = failure(ended.status(), console(log));
    }
    List<String> console = console(log);
    Files.write(results.resolve(name + ".txt"), console);
    if (!failure.isEmpty()) {
      Machines.skip("guest " + arch, failure);
    }
    console.stream()
        .filter(line -> line.startsWith("@again"))
        .forEach(line -> System.out.println(arch + ": a JVM hung at its start and was run again"));
    console.stream()
        .filter(line -> line.contains("WARNING: CPU:"))
        .forEach(line -> System.out.println(arch + ": the emulated machine's kernel: " + line));
    assertThat(crash(console)).as("a JVM crashed in the guest").isEmpty();
    assertThat(ended.status()).as(ended.tail() + "\n" + String.join("\n", console)).isZero();
    return console;
  }

  private static List<String> console(Path log) throws IOException {
    return Files.exists(log) ? Java.lines(log) : List.of("no console");
  }

  /**
   * Returns the first crashed JVM's report on itself and the thread: the registers, the address,
   * the stacks. The console has the rest. Empty if none crashed.
   */
  static String crash(List<String> console) {
    return console.stream()
        .dropWhile(line -> !line.contains(CRASH))
        .takeWhile(line -> !line.contains("---  P R O C E S S  ---"))
        .collect(Collectors.joining("\n"));
  }

  /**
   * Returns the guest's own failure; empty if it works, or if the failure is ours: a question that
   * has loaded a class of the project ends within the guest, with this status.
   */
  static String failure(int status, List<String> console) {
    if (has(console, "@status\t137")) {
      return "";
    }
    if (status == Java.TIMED_OUT) {
      return "the emulated machine stood still";
    }
    if (has(console, "Kernel panic - not syncing")) {
      return "the emulated machine's kernel failed";
    }
    if (has(console, "@status\thung")) {
      return "a JVM hung twice before it had loaded a class of ours";
    }
    // Also of "/", which no other process cleans.
    if (has(console, "/: a new directory in it is gone at once")) {
      return "its kernel did not find directories that a JVM had made";
    }
    return crashedByItself(console) ? "a JVM crashed before it had loaded any C of ours" : "";
  }

  private static boolean has(List<String> console, String text) {
    return console.stream().anyMatch(line -> line.contains(text));
  }

  /** Its whole report, cut off nowhere, names no library of the project's. */
  private static boolean crashedByItself(List<String> console) {
    List<String> rest = console.stream().dropWhile(line -> !line.contains(CRASH)).toList();
    List<String> report = rest.stream().takeWhile(line -> !line.endsWith("END.")).toList();
    return report.size() < rest.size()
        && has(report, "Dynamic libraries:")
        && !has(report, "libcyclecounter");
  }

  private static Ended start(String arch, Path app, Path log, int seconds, String... options)
      throws IOException, InterruptedException {
    String machine = Scripts.FOLDER.resolve("machine").toString();
    return Scripts.run(
        List.of(machine, "guest", arch, app.toString(), log.toString()),
        Map.of(
            "GUEST_SECONDS", Integer.toString(seconds),
            "GUEST_OPTIONS", String.join(" ", options)),
        seconds / 60 + 5);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
