// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prints what becomes of every fault, a column for each environment and isolation, in Markdown. Run
 * by {@code itest/faults/table}.
 */
public final class FaultTable {

  private static final int MAX_CELL = 240;

  private FaultTable() {}

  /**
   * Runs and prints.
   *
   * @param arguments environments, such as {@code class-path=/usr/bin/java}, and isolations
   * @throws Exception if a JVM cannot be started at all
   */
  public static void main(String[] arguments) throws Exception {
    List<String> titles = new ArrayList<>(List.of("fault", "what it does"));
    List<List<String>> rows = new ArrayList<>();
    List<Expected> faults = Expected.all();
    faults.forEach(fault -> rows.add(new ArrayList<>(List.of(fault.name(), fault.what()))));
    List<String> below = new ArrayList<>();
    for (Environment environment : environments(arguments)) {
      for (String isolation : arguments) {
        if (!isolation.contains("=")) {
          FaultRun run = FaultRun.of(environment, isolation);
          for (int i = 0; i < rows.size(); i++) {
            rows.get(i).add(cell(faults.get(i), environment, run, isolation));
          }
          String title = environment.title(isolation);
          titles.add(title);
          below.add(
              title
                  + ": "
                  + run.end()
                  + "; selected "
                  + run.selected()
                  + ", without the faults "
                  + run.without());
        }
      }
    }
    System.out.println("| " + String.join(" | ", titles) + " |");
    System.out.println("|" + "---|".repeat(titles.size()));
    rows.forEach(row -> System.out.println("| " + String.join(" | ", row) + " |"));
    System.out.println();
    below.forEach(line -> System.out.println("- " + line));
  }

  private static List<Environment> environments(String[] arguments) {
    return Stream.of(arguments)
        .filter(argument -> argument.contains("="))
        .map(argument -> argument.split("=", 2))
        .map(parts -> new Environment(parts[0], Path.of(parts[1])))
        .toList();
  }

  private static String cell(
      Expected fault, Environment environment, FaultRun run, String isolation) {
    String said = fault.said(run);
    String text = said.length() > MAX_CELL ? said.substring(0, MAX_CELL) + "…" : said;
    if (!fault.isThere(environment)) {
      return "not made";
    }
    String cell = text.isEmpty() ? "not reported" : text.replace("|", "\\|");
    return fault.isAsExpected(run, isolation) ? cell : "**Not as expected:** " + cell;
  }
}
