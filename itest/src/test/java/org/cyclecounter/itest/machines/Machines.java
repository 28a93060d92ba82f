// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cyclecounter.itest.machines.Scripts.Ended;

/** The emulated machines, by the names in {@code itest/src/emulate/machines}. */
final class Machines {

  /** A release that changes every day, and may not be whole today. */
  private static final String CHANGING = "sid";

  private Machines() {}

  /** Skips the test if another machine is to run alone: {@code -Dmachine=NAME}. */
  static void assumeWanted(String name) throws IOException {
    assertThat(Files.readAllLines(Scripts.FOLDER.resolve("machines"))).contains(name);
    String wanted = System.getProperty("machine", name);
    assumeTrue(wanted.equals(name), name + " is left out: -Dmachine=" + wanted);
  }

  /** Skips the test because of a failure that is none of the project's: named, and counted. */
  static void skip(String machine, String reason) throws IOException {
    String line = machine + ": " + reason;
    Files.write(
        Files.createDirectories(Results.FOLDER).resolve("not-ours.txt"),
        List.of(line),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    System.out.println("skipped, not ours: " + line);
    abort(line);
  }

  /**
   * Makes a processor's Java.
   *
   * @param arch Debian's name of the processor
   * @param release Debian's
   * @return the path of a {@code java} that runs here
   */
  static synchronized String java(String arch, String release)
      throws IOException, InterruptedException {
    Ended made = Scripts.script("machine", "java", arch, release);
    made.assumeFetched(arch);
    if (made.status() != 0 && release.equals(CHANGING)) {
      skip(arch, "it cannot be made of Debian's " + release + " today");
    }
    assertThat(made.status()).as(made.tail()).isZero();
    return made.out().get(made.out().size() - 1);
  }

  /**
   * Runs a program on a processor's Java; once more if the emulated JVM hangs or crashes before it
   * has loaded a class of the project's. That is no failure of ours.
   *
   * @param command its second word is an option or a class
   */
  static Ended run(String machine, List<String> command, Path folder)
      throws IOException, InterruptedException {
    Path loaded = folder.resolve("loaded.txt");
    List<String> logged = new ArrayList<>(command);
    logged.add(1, "-Xlog:class+load:file=" + loaded);
    for (int attempt = 1; ; attempt++) {
      Files.deleteIfExists(loaded);
      Ended ended = Scripts.run(logged, Map.of(), 10);
      boolean isOurs =
          Files.exists(loaded) && Files.readString(loaded).contains("org.cyclecounter.");
      if (ended.status() == 0 || isOurs) {
        return ended;
      }
      String failure = "status " + ended.status() + " before a class of ours was loaded";
      System.out.println(machine + ": " + failure + "; attempt " + attempt);
      if (attempt == 2) {
        skip(machine, failure);
      }
    }
  }
}
