// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.cyclecounter.CounterKind;

/**
 * The cost of third parties' providers at a program's first reading: fresh JVMs with none, one and
 * many of them, in turns. {@code itest/jmh/strangers} runs it.
 */
public final class Strangers {

  private static final int MANY = 1000;

  /** The part of the starts that those with {@link #MANY} have: they take up to half a minute. */
  private static final int SELDOM = 5;

  private Strangers() {}

  /**
   * Prints a table.
   *
   * @param arguments the java program; how many starts of each
   * @throws Exception if something cannot be run
   */
  public static void main(String[] arguments) throws Exception {
    Jvm jvm = new Jvm(arguments[0], List.of());
    Path folder = Files.createTempDirectory("cyclecounter-strangers-");
    try {
      Map<String, List<String>> options = options(jvm, folder);
      measure(jvm, Integer.parseInt(arguments[1]), options);
    } finally {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  /** The options of a JVM by what is beside the four JARs of the project. */
  private static Map<String, List<String>> options(Jvm jvm, Path folder) throws IOException {
    String program = ColdStarts.makeProgram(folder.resolve("program.jar"));
    List<String> ours = jvm.jars(ColdStarts.FEW);
    Map<String, List<String>> options = new LinkedHashMap<>();
    options.put("none", ColdStarts.path(program, ours));
    for (int count : new int[] {1, MANY}) {
      for (CounterKind kind : List.of(CounterKind.FIXED_RESOLUTION, CounterKind.ON_CORE)) {
        Path providers = Files.createDirectory(folder.resolve(kind + "-" + count));
        ColdStarts.makeProviders(providers, jvm.classPath(), count, kind);
        List<String> path = new ArrayList<>(ours);
        path.add(providers.toString());
        options.put(
            count + (kind == CounterKind.ON_CORE ? ", the best" : ", not the best"),
            ColdStarts.path(program, path));
      }
    }
    return options;
  }

  private static void measure(Jvm jvm, int starts, Map<String, List<String>> options)
      throws IOException, InterruptedException {
    Map<String, List<Double>> calls = new LinkedHashMap<>();
    for (int i = 0; i < starts; i++) {
      for (Map.Entry<String, List<String>> entry : options.entrySet()) {
        if (i % SELDOM != 0 && entry.getKey().startsWith(MANY + "")) {
          continue;
        }
        List<String> lines = jvm.run(entry.getValue(), ColdStart.class, List.of("first"));
        calls.computeIfAbsent(entry.getKey(), key -> new ArrayList<>()).add(firstMs(lines));
      }
    }
    System.out.println("| third parties' counters | first call, ms |");
    System.out.println("|---|---|");
    options
        .keySet()
        .forEach(name -> System.out.printf("| %s | %s |%n", name, cell(calls.get(name))));
  }

  private static double firstMs(List<String> lines) throws IOException {
    for (String line : lines) {
      String[] words = line.split(" ");
      if (words[0].equals("first-ns")) {
        return Double.parseDouble(words[1]) / 1e6;
      }
    }
    throw new IOException("no reading: " + lines);
  }

  private static String cell(List<Double> values) {
    double min = values.stream().mapToDouble(value -> value).min().orElse(Double.NaN);
    return String.format(Locale.ROOT, "%.1f / %.1f", min, ColdStarts.median(values));
  }
}
