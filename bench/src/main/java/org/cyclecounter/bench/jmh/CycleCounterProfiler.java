// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.bench.jmh;

import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * Adds cycles to JMH's results: {@code -prof org.cyclecounter.bench.jmh.CycleCounterProfiler}, with
 * options after a colon ({@code :help} lists them). It adds three secondary results to each
 * benchmark:
 *
 * <ul>
 *   <li>{@code cycles} (cycles/op): the worker threads' count in an iteration, scaled to the time
 *       that JMH itself timed, per operation of one thread. Set-up and tear-down are excluded as
 *       far as they count as fast as the rest.
 *   <li>{@code cycles.whole} (cycles/op): the worker threads' whole count, over all their
 *       operations. It also includes set-up and tear-down, and JMH's own work if an iteration is as
 *       short as in single-shot mode.
 *   <li>{@code cycles.rate} (cycles/s): one worker thread's count per second.
 * </ul>
 *
 * <p>JMH calls its profilers on a thread that runs no benchmark and cannot read another thread's
 * counter. This profiler therefore makes JMH use {@link CountingExecutor} for its worker threads,
 * which reads the counter on each of them: a per-thread counter counts that thread alone, and
 * several threads' cycles add up. The counter is selected in JMH's first process, and each fork
 * uses only that counter. If none is named, it is the one that {@link org.cyclecounter.bench.Bench}
 * takes, or else the selector's best.
 *
 * @since 0.1.0
 */
public final class CycleCounterProfiler implements InternalProfiler, ExternalProfiler {

  /** Set in forks: the counter that JMH's first process selected, and after a blank why a clock. */
  private static final String COUNTER_PROPERTY = "org.cyclecounter.bench.jmh.counter";

  private static final String EXECUTOR_PROPERTY = "jmh.executor";

  private static final String EXECUTOR = CountingExecutor.class.getName();

  private static final List<String> EXECUTOR_OPTIONS =
      List.of(
          "-D" + EXECUTOR_PROPERTY + "=CUSTOM", "-D" + EXECUTOR_PROPERTY + ".class=" + EXECUTOR);

  private @Nullable ProfilerCounter counter;
  private String clockReason = "";
  private String refusal = "created without options";

  /** For {@link java.util.ServiceLoader}, by which JMH lists profilers: selects nothing. */
  public CycleCounterProfiler() {}

  /**
   * Creates the profiler, and selects its counter.
   *
   * @param line the options, {@code name=value} separated by semicolons
   * @throws ProfilerException if no counter can be used, with the reason; for an unknown option;
   *     and with the list of options for {@code help}
   */
  public CycleCounterProfiler(String line) throws ProfilerException {
    String ofFirst = System.getProperty(COUNTER_PROPERTY);
    ProfilerOptions options = ProfilerOptions.parse(line);
    if (ofFirst != null) {
      String[] nameAndReason = ofFirst.split(" ", 2);
      options = new ProfilerOptions(nameAndReason[0], options.isolation());
      clockReason = nameAndReason.length == 1 ? "" : nameAndReason[1];
    }
    try {
      counter = ProfilerCounter.of(options);
      clockReason = ofFirst == null ? counter.clockReason() : clockReason;
    } catch (ProfilerException e) {
      if (ofFirst == null) {
        throw e;
      }
      // Hazard: thrown from here in a fork, JMH would go on without this profiler.
      refusal = String.valueOf(e.getMessage());
    }
    if (System.getProperty(EXECUTOR_PROPERTY) == null) {
      // For runs without a fork: JMH asks later, when it loads the class that makes executors.
      System.setProperty(EXECUTOR_PROPERTY, "CUSTOM");
      System.setProperty(EXECUTOR_PROPERTY + ".class", EXECUTOR);
    }
  }

  @Override
  public String getDescription() {
    return "Cycles per operation, " + (counter == null ? "" : counter.description());
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    return List.of();
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    for (String argument : params.getJvmArgs()) {
      if (argument.startsWith("-D" + EXECUTOR_PROPERTY) && !EXECUTOR_OPTIONS.contains(argument)) {
        throw new IllegalStateException(
            "The cycle counter's profiler installs its own executor: remove "
                + argument
                + ", or do not use the profiler.");
      }
    }
    List<String> added = new ArrayList<>(EXECUTOR_OPTIONS);
    // Without a counter it throws here rather than in a fork, which would select for itself.
    added.add("-D" + COUNTER_PROPERTY + "=" + (counter().name() + " " + clockReason).strip());
    if (Runtime.Version.parse(params.getJdkVersion()).feature() >= 22) {
      added.add("--enable-native-access=ALL-UNNAMED");
    }
    return added;
  }

  private ProfilerCounter counter() {
    if (counter == null) {
      throw new IllegalStateException("The cycle counter's profiler cannot count: " + refusal);
    }
    return counter;
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {}

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File out, File err) {
    return List.of();
  }

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }

  @Override
  public void beforeIteration(BenchmarkParams params, IterationParams iteration) {
    counter().beginIteration();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams params, IterationParams iteration, IterationResult result) {
    CycleAccumulator.Sum sum = CycleAccumulator.end();
    long operations = result.getMetadata().getAllOps();
    if (operations == 0) {
      return List.of(); // the benchmark has failed, which JMH reports
    }
    if (sum.failure() != null) {
      throw new IllegalStateException(
          "The cycle counter's profiler could not count: "
              + sum.failure().getMessage()
              + counter().whyLost(),
          sum.failure());
    }
    if (sum.parts() != params.getThreads()) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "The cycle counter's profiler has counted %d of %d threads: let JMH fork, or start it"
                  + " with %s.",
              sum.parts(),
              params.getThreads(),
              String.join(" ", EXECUTOR_OPTIONS)));
    }
    return results(params, result, sum, operations);
  }

  private List<CyclesResult> results(
      BenchmarkParams params, IterationResult result, CycleAccumulator.Sum sum, long operations) {
    double cyclesPerNs = (double) sum.cycles() / sum.timeNs();
    @SuppressWarnings({"rawtypes", "unchecked"}) // JMH's own raw type
    Collection<Result<?>> perThread = (Collection) result.getRawPrimaryResults();
    double timedNs = TimedShare.nsPerOperation(params.getMode(), params.getTimeUnit(), perThread);
    String source = counter().description();
    List<CyclesResult> results = new ArrayList<>();
    if (!Double.isNaN(timedNs)) {
      results.add(new CyclesResult("cycles", timedNs * cyclesPerNs, "cycles/op", source));
    }
    double whole = (double) sum.cycles() / operations;
    String warning = clockReason.isEmpty() ? "" : "; a clock instead of cycles: " + clockReason;
    warning += counter().countsWaits() ? sum.waits() : "";
    results.add(new CyclesResult("cycles.whole", whole, "cycles/op", source + warning));
    results.add(new CyclesResult("cycles.rate", cyclesPerNs * 1e9, "cycles/s", source));
    return results;
  }
}
