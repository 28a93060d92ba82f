// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.bench;

import java.util.Arrays;
import java.util.Locale;
import org.cyclecounter.bench.Bench;
import org.cyclecounter.bench.BenchFunction;
import org.cyclecounter.bench.BenchTime;
import org.cyclecounter.bench.BenchTimer;
import org.cyclecounter.itest.jmh.ContextSwitches;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures the same code with the harness and with JMH, in one JVM and in turns, for ten lengths k,
 * and prints the medians, and the smallest of the runs: other work on the machine only adds time.
 * Then measures two functions that do nothing. JMH tells nanoseconds: they are cycles at the rate
 * at which the counter ran beside System.nanoTime in the same minutes.
 *
 * <p>The arguments: rounds (5), the timer's configuration.
 */
public final class BesideJmh {

  private static final int[] LENGTHS = {1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10000};
  private static final int RUN_MS = 300;
  private static final int EMPTY_RUNS = 20;

  private BesideJmh() {}

  /**
   * Runs.
   *
   * @param arguments see above
   * @throws RunnerException if JMH fails
   */
  public static void main(String[] arguments) throws RunnerException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
    BenchTimer timer = BenchTimer.create(arguments.length > 1 ? arguments[1] : null);
    System.out.println(timer.describe());
    double[][] harness = new double[LENGTHS.length][rounds];
    double[][] jmhNs = new double[LENGTHS.length][rounds];
    long startNs = System.nanoTime();
    BenchTime start = timer.now();
    try (Bench bench = Bench.create(timer).targetSeconds(RUN_MS * 1e-3)) {
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < LENGTHS.length; i++) {
          Multiplications code = new Multiplications(LENGTHS[i]);
          harness[i][round] = bench.measure(code, 1).cyclesPerOperation();
          jmhNs[i][round] = jmhNs(LENGTHS[i]);
        }
      }
      double cyclesPerNs =
          (double) (timer.now().cycles() - start.cycles()) / (System.nanoTime() - startNs);
      print(harness, jmhNs, cyclesPerNs);
      empty("n -> {}", bench, n -> {});
      empty(
          "n -> a loop around nothing",
          bench,
          n -> {
            for (long i = 0; i < n; i++) {
              // nothing
            }
          });
    }
  }

  private static double jmhNs(int k) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(MultiplicationsBenchmark.class.getName())
            .param("k", Integer.toString(k))
            .forks(0) // the same JVM
            .warmupIterations(1)
            .warmupTime(TimeValue.milliseconds(RUN_MS))
            .measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(RUN_MS))
            .verbosity(VerboseMode.SILENT)
            .build();
    return new Runner(options).runSingle().getPrimaryResult().getScore();
  }

  private static void print(double[][] harness, double[][] jmhNs, double cyclesPerNs) {
    System.out.printf(Locale.ROOT, "%.4f cycles a nanosecond%n", cyclesPerNs);
    System.out.println("| k | bench | JMH | bench / JMH | least: bench | JMH | bench / JMH |");
    System.out.println("|---|---|---|---|---|---|---|");
    double[] medians = new double[LENGTHS.length];
    for (int i = 0; i < LENGTHS.length; i++) {
      medians[i] = ContextSwitches.median(harness[i]);
      double leastOfJmh = least(jmhNs[i]) * cyclesPerNs;
      double medianOfJmh = ContextSwitches.median(jmhNs[i]) * cyclesPerNs;
      System.out.printf(
          Locale.ROOT,
          "| %,d | %.2f | %.2f | %.4f | %.2f | %.2f | %.4f |%n",
          LENGTHS[i],
          medians[i],
          medianOfJmh,
          medians[i] / medianOfJmh,
          least(harness[i]),
          leastOfJmh,
          least(harness[i]) / leastOfJmh);
    }
    line("medians", medians);
    line("least", Arrays.stream(harness).mapToDouble(BesideJmh::least).toArray());
  }

  private static void empty(String name, Bench bench, BenchFunction function) {
    double[] cycles = new double[EMPTY_RUNS];
    for (int run = 0; run < EMPTY_RUNS; run++) {
      cycles[run] = bench.measure(function, 1).cyclesPerOperation();
    }
    Arrays.sort(cycles);
    System.out.printf(
        Locale.ROOT,
        "%s: %d runs, cycles per iteration: median %.2g, from %.2g to %.2g%n",
        name,
        EMPTY_RUNS,
        ContextSwitches.median(cycles),
        cycles[0],
        cycles[EMPTY_RUNS - 1]);
  }

  /** The least-squares line through the cycles over k. */
  private static void line(String name, double[] cycles) {
    double meanX = Arrays.stream(LENGTHS).average().orElseThrow();
    double meanY = Arrays.stream(cycles).average().orElseThrow();
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (int i = 0; i < cycles.length; i++) {
      xx += (LENGTHS[i] - meanX) * (LENGTHS[i] - meanX);
      xy += (LENGTHS[i] - meanX) * (cycles[i] - meanY);
      yy += (cycles[i] - meanY) * (cycles[i] - meanY);
    }
    System.out.printf(
        Locale.ROOT,
        "%s: cycles = %.4f k %+.2f, r^2 = %.7f%n",
        name,
        xy / xx,
        meanY - xy / xx * meanX,
        xy * xy / xx / yy);
  }

  private static double least(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }
}
