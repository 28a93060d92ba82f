// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.jmh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cyclecounter.trace.child.ChildProgram;
import org.cyclecounter.trace.child.Obstacles;
import org.cyclecounter.trace.child.Target;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Version;

/**
 * A benchmark with one value of each parameter.
 *
 * @param name class and method
 * @param generated class and method of JMH's generated code
 * @param threads -1 for as many as there are processors
 * @param jvm program that runs it; empty for this process's
 * @param jvmArguments options that it asks for
 */
record Benchmark(
    String name,
    String generated,
    int threads,
    boolean isGroup,
    int operations,
    String jvm,
    List<String> jvmArguments,
    SortedMap<String, String> parameters) {

  /** Takes what JMH is about to run. */
  static Benchmark of(BenchmarkParams params) {
    SortedMap<String, String> values = new TreeMap<>();
    for (String key : params.getParamsKeys()) {
      values.put(key, params.getParam(key));
    }
    return new Benchmark(
        params.getBenchmark(),
        params.generatedBenchmark(),
        params.getThreads(),
        !params.getThreadGroupLabels().isEmpty(),
        params.getOpsPerInvocation(),
        params.getJvm(),
        List.copyOf(params.getJvmArgs()),
        values);
  }

  /** Takes what JMH has found, once for each combination of the parameters' values. */
  static List<Benchmark> of(BenchmarkListEntry entry) {
    List<String> options = new ArrayList<>(entry.getJvmArgsPrepend().orElse(List.of()));
    options.addAll(entry.getJvmArgs().orElse(List.of()));
    options.addAll(entry.getJvmArgsAppend().orElse(List.of()));
    Map<String, String[]> all = new TreeMap<>(entry.getParams().orElse(Map.of()));
    return combinations(all.entrySet().iterator()).stream()
        .map(
            values ->
                new Benchmark(
                    entry.getUsername(),
                    entry.generatedTarget(),
                    entry.getThreads().orElse(1),
                    entry.getThreadGroupLabels().hasValue(),
                    entry.getOperationsPerInvocation().orElse(1),
                    entry.getJvm().orElse(""),
                    options,
                    values))
        .toList();
  }

  private static List<SortedMap<String, String>> combinations(
      Iterator<Map.Entry<String, String[]>> parameters) {
    List<SortedMap<String, String>> all = new ArrayList<>(List.of(new TreeMap<>()));
    while (parameters.hasNext()) {
      Map.Entry<String, String[]> parameter = parameters.next();
      List<SortedMap<String, String>> more = new ArrayList<>();
      for (SortedMap<String, String> values : all) {
        for (String value : parameter.getValue()) {
          SortedMap<String, String> extended = new TreeMap<>(values);
          extended.put(parameter.getKey(), value);
          more.add(extended);
        }
      }
      all = more;
    }
    return all;
  }

  /** Returns name and parameters, as people read them. */
  String title() {
    return parameters.entrySet().stream()
        .map(parameter -> " " + parameter.getKey() + "=" + parameter.getValue())
        .collect(Collectors.joining("", name, ""));
  }

  /**
   * Returns how a child JVM counts it.
   *
   * @param hints options of the JVM that JMH gives to all benchmarks
   */
  Target target(Collection<String> hints) {
    List<String> further = new ArrayList<>(hints);
    further.addAll(BenchmarkOptions.OWN);
    List<String> arguments = new ArrayList<>(List.of(name, generated, "" + operations));
    parameters.forEach((key, value) -> arguments.addAll(List.of(key, value)));
    return new Target(
        title(),
        obstacle(),
        "",
        new ChildProgram(
            List.of(),
            BenchmarkOptions.of(jvmArguments),
            further,
            BenchmarkMain.class.getName(),
            true),
        arguments,
        operations,
        Obstacles.sentence(
            "JMH %s, %s Blackholes",
            Version.getPlainVersion(),
            hints.contains(BenchmarkOptions.COMPILER_BLACKHOLES) ? "compiler" : "full"));
  }

  /** Returns why it cannot be counted, by what is known of it; empty if nothing is known. */
  private String obstacle() {
    if (isGroup) {
      return title() + " is a group of threads, and instructions are those of one.";
    }
    if (threads != 1) {
      return Obstacles.sentence(
          "%s is for %s threads, and instructions are those of one: count it in JMH with -t 1 and"
              + " -prof %s.",
          title(),
          threads < 0 ? "all" : Integer.toString(threads),
          InstructionProfiler.class.getName());
    }
    Path own = Path.of(System.getProperty("java.home"), "bin", "java");
    if (!jvm.isEmpty() && !Path.of(jvm).normalize().equals(own.normalize())) {
      return Obstacles.sentence("%s is for the JVM %s: count it with that Java.", title(), jvm);
    }
    String agent = BenchmarkOptions.agent(jvmArguments);
    return agent.isEmpty()
        ? ""
        : Obstacles.sentence(
            "%s runs with %s, whose instructions would be counted.", title(), agent);
  }
}
