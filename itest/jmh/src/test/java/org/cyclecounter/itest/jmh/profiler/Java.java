// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.jmh.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that has ended, with its output and errors.
 *
 * @param status its status
 * @param output its standard output
 */
record Java(int status, String output) {

  /** Runs one in a JVM of this JDK, with this class path and a path behind that. */
  static Java run(String path, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    // Others may run JMH on this machine at the same time; numbers are to be read with a point.
    command.addAll(List.of("-Djmh.ignoreLock=true", "-Duser.language=en"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path") + path));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("CYCLECOUNTER_BENCH_TIMER");
    Process process = builder.start();
    process.getOutputStream().close();
    byte[] output = process.getInputStream().readAllBytes();
    return new Java(process.waitFor(), new String(output, StandardCharsets.UTF_8));
  }

  /** Runs JMH with a profiler and 100 ms of a benchmark. */
  static Java jmh(
      String path,
      String profiler,
      String mode,
      int forks,
      String warmUps,
      String benchmark,
      String... more)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of("org.openjdk.jmh.Main", "-prof"));
    arguments.add("org.cyclecounter.bench.jmh.CycleCounterProfiler" + profiler);
    arguments.addAll(List.of("-bm", mode, "-f", Integer.toString(forks), "-foe", "true"));
    arguments.addAll(List.of("-i", "1", "-r", "100ms", "-w", "100ms", "-wi", warmUps, benchmark));
    arguments.addAll(List.of(more));
    return run(path, arguments);
  }

  /** Finds a group of a pattern, whose anchors are those of lines. */
  String find(String pattern) {
    assertThat(status).as(output).isZero();
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(output);
    assertThat(matcher.find()).as("%s in %s", pattern, output).isTrue();
    return matcher.group(1);
  }

  /** Returns a benchmark's secondary result in JMH's last table. */
  double secondary(String label, String unit) {
    String row = ":%s\\s+\\S+\\s+(?:\\d+\\s+)?(\\S+)(?: ± .*)?\\s+%s$";
    return Double.parseDouble(find(row.formatted(Pattern.quote(label), unit)));
  }
}
