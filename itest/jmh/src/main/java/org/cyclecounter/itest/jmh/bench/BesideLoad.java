// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures operations on the machine as it is and beside busy threads, in processes of their own:
 * by {@code measure}, by its single run (what {@code measure} did before), and by JMH. Prints for
 * each the share of the starts whose number is within 5 % of its own smallest one without busy
 * threads: what else a machine does only adds.
 *
 * <p>The arguments: starts of each beside busy threads, their number, a text that the
 * demonstration's operations have in their names ({@code -} for none of them), and starts of each
 * without busy threads. Whoever ends it before gets the table of what was measured.
 */
public final class BesideLoad {

  private static final String KNOWN = KnownOperations.class.getName();
  private static final List<String> NAMES =
      List.of("multiplications", "additions", "divisions", "crc32", "sum");
  private static final Pattern RESULT =
      Pattern.compile(
          "\\{\"name\":\"(?:[^\"]*#)?([^\"#]+)\",\"bytes\":(null|\\d+),.*?"
              + "\"warnings\":\\[(.*?)\\],\"runs\":.*?"
              + "\"medianNsPerOperation\":([-+.0-9E]+),.*?"
              + "\"medianCyclesPerOperation\":([-+.0-9E]+)");
  private static final double WITHIN = 0.05;

  /** Begins the sentence of runs that were dropped, which does not question those that are left. */
  private static final String DROPPED = "\"Disturbed and not counted";

  /** A number, and whether its start doubted it. */
  private record Reading(double value, boolean isDoubted) {}

  /** Numbers by tool and unit, and by operation. */
  private final Map<String, Map<String, List<Reading>>> numbers = new LinkedHashMap<>();

  private final List<String> java = new ArrayList<>();
  private final String demo;
  private volatile int starts;

  private BesideLoad(String demo) {
    this.demo = demo;
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 22) {
      java.add("--enable-native-access=ALL-UNNAMED");
    }
    java.add("-Djmh.ignoreLock=true"); // another JMH is but more load
    java.addAll(List.of("-cp", System.getProperty("java.class.path")));
  }

  /**
   * Runs.
   *
   * @param arguments see above
   * @throws Exception if a process fails
   */
  public static void main(String[] arguments) throws Exception {
    int starts = Integer.parseInt(arguments[0]);
    int load = Integer.parseInt(arguments[1]);
    BesideLoad idle = new BesideLoad(arguments[2]);
    BesideLoad busy = new BesideLoad(arguments[2]);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> print(idle, busy, load)));
    idle.measure(Integer.parseInt(arguments[3]));
    for (int i = 0; i < load; i++) {
      Thread thread = new Thread(BesideLoad::spin);
      thread.setDaemon(true);
      thread.start();
    }
    busy.measure(starts);
  }

  private static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  private void measure(int count) throws IOException, InterruptedException {
    for (; starts < count; starts++) {
      for (String runs : List.of("9", "1")) {
        List<String> command = new ArrayList<>(List.of("measure", "--json", "--runs=" + runs));
        NAMES.forEach(name -> command.add(KNOWN + "#" + name));
        bench("--runs=" + runs, command);
        if (!demo.equals("-")) {
          bench(
              "--runs=" + runs,
              List.of("measure", "--json", "--runs=" + runs, "--demo", "--only=" + demo));
        }
      }
      jmh();
    }
  }

  private void bench(String tool, List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(java);
    command.add("org.cyclecounter.tools.cli.Main");
    command.addAll(arguments);
    Matcher result = RESULT.matcher(output(command));
    while (result.find()) {
      String bytes = result.group(2);
      String operation = result.group(1) + (bytes.equals("null") ? "" : " " + bytes);
      boolean isDoubted = !result.group(3).replaceFirst(DROPPED + "[^\"]*\"", "").isEmpty();
      add("measure " + tool + ", ns", operation, result.group(4), isDoubted);
      add("measure " + tool + ", cycles", operation, result.group(5), isDoubted);
    }
  }

  private void jmh() throws IOException, InterruptedException {
    List<String> names = new ArrayList<>(numbers.get("measure --runs=9, ns").keySet());
    Path file = Files.createTempFile("jmh", ".csv");
    List<String> command = new ArrayList<>(java);
    command.add("org.openjdk.jmh.Main");
    command.addAll(List.of("-p", "operation=" + String.join(",", names)));
    command.addAll(List.of("-rf", "csv", "-rff", file.toString(), "bench.KnownBenchmark"));
    output(command);
    List<String> lines = Files.readAllLines(file);
    Files.delete(file);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      add("JMH, ns", cells[cells.length - 1].replace("\"", ""), cells[4], false);
    }
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() > 1) { // 1: an operation failed, whose start is outside the 5 %
      throw new IOException(String.join(" ", command) + ": " + output);
    }
    return output;
  }

  private void add(String tool, String operation, String number, boolean isDoubted) {
    numbers
        .computeIfAbsent(tool, key -> new TreeMap<>())
        .computeIfAbsent(operation, key -> new ArrayList<>())
        .add(new Reading(Double.parseDouble(number), isDoubted));
  }

  private static void print(BesideLoad idle, BesideLoad busy, int load) {
    System.out.printf(
        "Java %s, %d starts as the machine is, %d beside %d busy threads: share within 5 %%%n",
        System.getProperty("java.version"), idle.starts, busy.starts, load);
    System.out.println(
        "| | as the machine is | beside the load | worst | others without a warning |");
    System.out.println("|---|---|---|---|---|");
    idle.numbers.forEach(
        (tool, numbers) -> {
          Map<String, Double> least = new TreeMap<>();
          numbers.forEach(
              (name, list) ->
                  least.put(name, list.stream().mapToDouble(Reading::value).min().orElse(0)));
          List<Reading> beside = deviations(busy.numbers.getOrDefault(tool, Map.of()), least);
          System.out.printf(
              Locale.ROOT,
              "| %s | %.0f %% | %.0f %% | %+.0f %% | %d of %d |%n",
              tool,
              share(deviations(numbers, least), idle.starts * least.size()),
              share(beside, busy.starts * least.size()),
              100 * beside.stream().mapToDouble(Reading::value).max().orElse(0),
              beside.stream().filter(number -> !isWithin(number) && !number.isDoubted()).count(),
              beside.size());
        });
  }

  private static List<Reading> deviations(
      Map<String, List<Reading>> numbers, Map<String, Double> least) {
    List<Reading> deviations = new ArrayList<>();
    numbers.forEach(
        (name, list) ->
            list.forEach(
                number ->
                    deviations.add(
                        new Reading(number.value() / least.get(name) - 1, number.isDoubted()))));
    return deviations;
  }

  private static boolean isWithin(Reading deviation) {
    return Math.abs(deviation.value()) < WITHIN;
  }

  private static double share(List<Reading> deviations, int all) {
    return 100.0 * deviations.stream().filter(BesideLoad::isWithin).count() / all;
  }
}
