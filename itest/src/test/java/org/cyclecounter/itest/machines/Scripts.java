// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cyclecounter.itest.Java;

/** Runs programs, and the scripts that make machines. */
final class Scripts {

  /** The project's folder. */
  static final Path ROOT = Path.of(System.getProperty("machines.root", "..")).toAbsolutePath();

  static final Path FOLDER = ROOT.resolve("itest/src/emulate").normalize();

  /** The status of the script that makes machines when Debian's packages cannot be fetched. */
  private static final int NOT_FETCHED = 75;

  record Ended(int status, List<String> out, List<String> err) {
    /** Skips the test if the machine cannot be made today: that says nothing of the project. */
    void assumeFetched(String machine) throws IOException {
      if (status == NOT_FETCHED) {
        Machines.skip(machine, err.get(err.size() - 1));
      }
    }

    /** Returns the output that helps to explain a failure. */
    String tail() {
      return "status " + status + "\n" + last(out) + "\n" + last(err);
    }

    private static String last(List<String> lines) {
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }
  }

  private Scripts() {}

  static Ended script(String name, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(FOLDER.resolve(name).toString()));
    command.addAll(List.of(arguments));
    return run(command, Map.of(), 20);
  }

  static Ended run(List<String> command, Map<String, String> environment, int minutes)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(ROOT.toFile());
    builder.environment().putAll(environment);
    Java.Result result = Java.run(builder, minutes);
    return new Ended(result.status(), result.out(), result.err());
  }
}
