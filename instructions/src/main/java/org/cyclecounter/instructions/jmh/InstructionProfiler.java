// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.count.CountPlan;
import org.cyclecounter.instructions.count.Counting;
import org.cyclecounter.instructions.count.Portability;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.PhaseListener;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.CompilerHints;

/**
 * Adds instructions to JMH's results: {@code -prof
 * org.cyclecounter.instructions.jmh.InstructionProfiler}. After the first fork of a benchmark it
 * counts one call in two fresh JVMs, exactly and without a PMU: from the first instruction of the
 * benchmark method's compiled code to its return, without fixtures and JMH's own code. The
 * secondary result {@code instructions} (instructions/op) is that count divided by
 * {@code @OperationsPerInvocation}. Numbers that only some calls have are printed. A benchmark that
 * cannot be counted has none, and the reason is printed. Options behind a colon, with semicolons
 * between: {@code warmUp=N} calls, 20,000 unless set; {@code jvms=N}, 2; {@code limit=SECONDS} of
 * processor time for each JVM, 60; {@code portable}, as {@link
 * org.cyclecounter.instructions.InstructionCounter#portable}; {@code help}. Used by one thread.
 *
 * @since 0.1.0
 */
public final class InstructionProfiler implements ExternalProfiler {

  private static final String USAGE =
      "Options of InstructionProfiler: warmUp=N;jvms=N;limit=SECONDS;portable;help";

  /** An option, or nothing between two semicolons. */
  private static final Pattern OPTION = Pattern.compile("(warmUp|jvms|limit)=\\d{1,9}|portable|");

  private final CountPlan plan;

  /** By name, parameters and options; empty for what could not be counted. */
  private final Map<String, List<ScalarResult>> known = new HashMap<>();

  /**
   * Creates one, as JMH does.
   *
   * @param options as above
   * @throws ProfilerException if nothing can be counted here; for an unknown option; for {@code
   *     help}
   */
  public InstructionProfiler(String options) throws ProfilerException {
    plan = plan(options);
    String portable = plan.isPortable() ? Portability.obstacle() : "";
    String obstacle = portable.isEmpty() ? Counting.obstacle() : portable;
    if (!obstacle.isEmpty()) {
      throw new ProfilerException(obstacle);
    }
  }

  private static CountPlan plan(String options) throws ProfilerException {
    CountPlan plan = CountPlan.USUAL;
    for (String option : options.split(";")) {
      String[] pair = option.strip().split("=");
      if (!OPTION.matcher(option.strip()).matches()) {
        throw new ProfilerException(
            option.strip().equals("help") ? USAGE : "Unknown: '" + option + "'. " + USAGE);
      }
      plan =
          switch (pair[0]) {
            case "" -> plan;
            case "warmUp" -> plan.withWarmUp(Integer.parseInt(pair[1]));
            case "jvms" -> plan.withJvms(Integer.parseInt(pair[1]));
            case "limit" -> plan.withLimit(Duration.ofSeconds(Integer.parseInt(pair[1])));
            default -> plan.portable();
          };
    }
    if (plan.jvms() < 1 || plan.jvms() > CountPlan.MAX_JVMS || plan.limit().isZero()) {
      throw new ProfilerException("jvms is from 1 to 1000, and limit at least 1. " + USAGE);
    }
    return plan;
  }

  @Override
  public String getDescription() {
    return "Instructions of one call, counted exactly in fresh JVMs.";
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    return List.of();
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    return List.of();
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {}

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File out, File err) {
    List<String> hints = new ArrayList<>();
    try {
      CompilerHints.addCompilerHints(hints);
      Target target = BenchmarkTarget.of(result.getParams(), "", hints);
      int call = BenchmarkMain.countedCall(result.getParams());
      String key = call + target.name() + target.program().options();
      return known.computeIfAbsent(key, first -> counted(target));
    } catch (IOException | RuntimeException | LinkageError e) {
      // It would end JMH's run, and its results.
      return notCounted(e.toString());
    }
  }

  private List<ScalarResult> counted(Target target) {
    try {
      InstructionCount count = new Counting(target, plan, PhaseListener.NONE).count();
      double instructions = (double) count.instructions() / target.operations();
      if (!count.isRepeatable()) {
        System.out.println(
            "instructions: " + SteppingSentences.ofUnequalRuns(target.name(), count));
      } else if (!count.calls().isEmpty()) {
        System.out.println("instructions: " + SteppingSentences.ofSomeCalls(target.name(), count));
      }
      return List.of(
          new ScalarResult("instructions", instructions, "instructions/op", AggregationPolicy.AVG));
    } catch (CountFailure e) {
      return notCounted(String.valueOf(e.getMessage()));
    }
  }

  private static List<ScalarResult> notCounted(String reason) {
    System.out.println("instructions: not counted: " + SteppingSentences.withoutDashes(reason));
    return List.of();
  }
}
