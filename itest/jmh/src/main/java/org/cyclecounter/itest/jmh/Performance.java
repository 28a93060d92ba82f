// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Everything that the tables of docs/evidence/reads.md say, measured in one go on one machine:
 * {@code itest/jmh/performance} runs it.
 */
public final class Performance {

  private static final int[] THREADS = {1, 2, 4, 8};

  private Performance() {}

  /**
   * Measures on a JVM and adds to what others have shown.
   *
   * @param arguments the file of numbers, read and written anew; the Markdown file; the java
   *     program
   * @throws Exception if something cannot be run
   */
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    Map<String, Map<String, Double>> all = new LinkedHashMap<>();
    if (Files.exists(file)) {
      read(Files.readAllLines(file), all);
    }
    Jvm jvm = new Jvm(arguments[2]);
    Map<String, Double> numbers = new TreeMap<>();
    benchmarks(jvm, numbers);
    regions(jvm, numbers);
    ColdStarts.measure(jvm, numbers);
    all.put(jvm.title(), numbers);
    Files.write(file, lines(all));
    Files.writeString(Path.of(arguments[1]), String.join("\n", PerformanceTable.lines(all)) + "\n");
  }

  /** Reads what {@link #lines} makes. */
  private static void read(List<String> lines, Map<String, Map<String, Double>> all) {
    for (String line : lines) {
      String[] cells = line.split("\t");
      all.computeIfAbsent(cells[0], jvm -> new TreeMap<>()).put(cells[1], Double.valueOf(cells[2]));
    }
  }

  private static void benchmarks(Jvm jvm, Map<String, Double> numbers)
      throws RunnerException, IOException {
    Path selection = Files.createTempFile("libcpucycles", ".txt");
    selection.toFile().deleteOnExit();
    var read =
        new OptionsBuilder()
            .include(
                "org\\.cyclecounter\\.itest\\.jmh\\.((Read|Ordered|Arithmetic)Benchmark|osgi\\.InjectedBenchmark)\\..*")
            .jvm(jvm.java())
            .jvmArgs(jvm.options().toArray(String[]::new))
            .jvmArgsAppend(Libcpucycles.options(selection).toArray(String[]::new))
            .addProfiler(GCProfiler.class)
            .build();
    for (RunResult result : new Runner(read).run()) {
      String benchmark = result.getParams().getBenchmark().replaceAll(".*\\.", "");
      String label =
          benchmark.equals("libcpucyclesInC")
              ? Libcpucycles.NAME + Files.readString(selection)
              : benchmark;
      numbers.put(label + " ns", result.getPrimaryResult().getScore());
      numbers.put(label + " ns error", result.getPrimaryResult().getScoreError());
      result
          .getSecondaryResults()
          .forEach(
              (name, second) -> {
                if (name.endsWith("gc.alloc.rate.norm")) {
                  numbers.put(label + " bytes", second.getScore());
                }
              });
    }
    // Only a clock shows the number of wraps of 32 bits, before the reading and after it.
    numbers.put(
        "neither and two nanoTime ns",
        numbers.getOrDefault("neither ns", Double.NaN)
            + 2 * numbers.getOrDefault("nanoTime ns", Double.NaN));
    for (int threads : THREADS) {
      var many =
          new OptionsBuilder()
              .include("org\\.cyclecounter\\.itest\\.jmh\\.ReadBenchmark\\.cpuCycles")
              .jvm(jvm.java())
              .jvmArgs(jvm.options().toArray(String[]::new))
              .threads(threads)
              .forks(1)
              .build();
      for (RunResult result : new Runner(many).run()) {
        numbers.put("threads " + threads + " ns", result.getPrimaryResult().getScore());
      }
    }
  }

  private static void regions(Jvm jvm, Map<String, Double> numbers)
      throws IOException, InterruptedException {
    for (String line : jvm.run(List.of("-cp", jvm.classPath()), Regions.class, List.of())) {
      if (!line.matches("[a-z-]+( [0-9]+){3}")) {
        continue; // a warning of the JVM
      }
      String[] words = line.split(" ");
      numbers.put(words[0] + " min", Double.valueOf(words[1]));
      numbers.put(words[0] + " median", Double.valueOf(words[2]));
      numbers.put(words[0] + " 99.9 %", Double.valueOf(words[3]));
    }
  }

  /** Makes a line of each number: the JVM, the name and the number, with tabs between. */
  private static List<String> lines(Map<String, Map<String, Double>> all) {
    List<String> lines = new ArrayList<>();
    all.forEach(
        (jvm, numbers) ->
            numbers.forEach((name, number) -> lines.add(jvm + "\t" + name + "\t" + number)));
    return lines;
  }
}
