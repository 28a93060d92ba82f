// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A suite's results for each counter: a file of lines {@code counter, state, machine, result} with
 * tabs between, printed too. {@link SupportTable} reads them.
 */
final class Results {

  /** The folder of the suites' files. */
  static final Path FOLDER = Path.of(System.getProperty("machines.results", "target/machines"));

  private final Path file;

  private Results(Path file) {
    this.file = file;
  }

  /** Starts a suite's file anew. */
  static Results of(String suite) throws IOException {
    Path file = fileOf(suite);
    Files.write(file, List.of());
    return new Results(file);
  }

  static Path fileOf(String suite) throws IOException {
    return Files.createDirectories(FOLDER).resolve(suite + ".tsv");
  }

  /** Reads the results of all suites. */
  static List<Result> all() throws IOException {
    List<Result> results = new ArrayList<>();
    if (Files.isDirectory(FOLDER)) {
      try (Stream<Path> files = Files.list(FOLDER)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".tsv")).sorted().toList()) {
          for (String line : Files.readAllLines(file)) {
            String[] parts = line.split("\t", 4);
            results.add(new Result(parts[0], parts[1], parts[2], parts[3]));
          }
        }
      }
    }
    return results;
  }

  synchronized void add(String counter, String state, String machine, String result)
      throws IOException {
    String line = String.join("\t", counter, state, machine, result);
    Files.write(file, List.of(line), StandardOpenOption.APPEND);
    System.out.printf("%-22s %-9s %-44s %s%n", counter, state, machine, result);
  }
}
