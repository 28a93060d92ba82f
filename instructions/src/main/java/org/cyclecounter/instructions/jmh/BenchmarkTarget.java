// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.ChildProgram;
import org.cyclecounter.instructions.stepping.SteppingSentences;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.util.Version;

/** Describes JMH's benchmarks, each with one value of each parameter, as targets of a count. */
final class BenchmarkTarget {

  private BenchmarkTarget() {}

  /** Returns name and parameters, as people read them. */
  static String title(BenchmarkParams params) {
    return params.getParamsKeys().stream()
        .map(key -> " " + key + "=" + params.getParam(key))
        .collect(Collectors.joining("", params.getBenchmark(), ""));
  }

  /**
   * Returns how a child JVM counts it.
   *
   * @param hints options of the JVM that JMH gives to all benchmarks
   */
  static Target of(BenchmarkParams params, String classPath, Collection<String> hints)
      throws IOException {
    List<String> further = new ArrayList<>(hints);
    further.addAll(BenchmarkOptions.OWN);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(params);
    }
    return new Target(
        title(params),
        obstacle(params),
        classPath,
        new ChildProgram(
            List.of(),
            BenchmarkOptions.of(params.getJvmArgs()),
            further,
            BenchmarkMain.class.getName(),
            true),
        List.of(Base64.getEncoder().encodeToString(bytes.toByteArray())),
        params.getOpsPerInvocation(),
        SteppingSentences.sentence(
            "JMH %s, %s Blackholes",
            Version.getPlainVersion(),
            hints.contains(BenchmarkOptions.COMPILER_BLACKHOLES) ? "compiler" : "full"));
  }

  /** Reads a target's argument. */
  static BenchmarkParams params(String argument) throws IOException, ClassNotFoundException {
    byte[] bytes = Base64.getDecoder().decode(argument);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (BenchmarkParams) in.readObject();
    }
  }

  /** Returns why it cannot be counted, by what is known of it; empty if nothing is known. */
  private static String obstacle(BenchmarkParams params) {
    if (!params.getThreadGroupLabels().isEmpty()) {
      return title(params) + " is a group of threads, and instructions are those of one.";
    }
    int threads = params.getThreads();
    if (threads != 1) {
      return SteppingSentences.sentence(
          "%s is for %s threads, and instructions are those of one: count it in JMH with -t 1 and"
              + " -prof %s.",
          title(params),
          threads < 0 ? "all" : Integer.toString(threads),
          InstructionProfiler.class.getName());
    }
    String jvm = params.getJvm();
    Path own = Path.of(System.getProperty("java.home"), "bin", "java");
    if (!jvm.isEmpty() && !Path.of(jvm).normalize().equals(own.normalize())) {
      return SteppingSentences.sentence(
          "%s is for the JVM %s: count it with that Java.", title(params), jvm);
    }
    return params.getJvmArgs().stream()
        .filter(BenchmarkOptions.AGENT.asMatchPredicate())
        .findFirst()
        .map(
            agent ->
                title(params) + " runs with " + agent + ", whose instructions would be counted.")
        .orElse("");
  }
}
