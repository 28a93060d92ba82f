// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.jmh;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.cyclecounter.instructions.count.Benchmarks;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.CompilerHints;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Version;

/**
 * The program of the child JVM that lists the benchmarks on its class path, for {@link Benchmarks}.
 *
 * @since 0.1.0
 */
public final class BenchmarkCatalog {

  private static final String HINTS = "-XX:CompileCommandFile=";

  private BenchmarkCatalog() {}

  /**
   * Started by a parent process only.
   *
   * @param arguments the word, a file to write to, and the class path of the targets
   */
  public static void main(String[] arguments) throws IOException {
    BenchmarkMain.run(
        arguments[0],
        () -> {
          List<String> hints = hints();
          // An entry for each mode, single shots last.
          Map<String, Target> targets = new LinkedHashMap<>();
          for (BenchmarkListEntry entry : entries(ClassLoader.getSystemClassLoader())) {
            for (WorkloadParams values : combinations(entry)) {
              Target target = BenchmarkTarget.of(params(entry, values), arguments[2], hints);
              targets.putIfAbsent(target.name(), target);
            }
          }
          Path file = Path.of(arguments[1]);
          try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeObject(targets.values().toArray(new Target[0]));
          }
        });
  }

  /** Returns the benchmarks of all lists, or names one that JMH cannot read. */
  static Set<BenchmarkListEntry> entries(ClassLoader loader) throws IOException, CountFailure {
    OutputFormat none = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
    Set<BenchmarkListEntry> entries = new TreeSet<>();
    for (URL list : Collections.list(loader.getResources("META-INF/BenchmarkList"))) {
      try (InputStream in = list.openStream()) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        entries.addAll(BenchmarkList.fromString(text).getAll(none, List.of()));
      } catch (RuntimeException e) {
        throw new CountFailure(
            "JMH 1.37 cannot read %s; build that with it, or leave it out: %s", list, e);
      }
    }
    return entries;
  }

  /** Returns the options that JMH gives to every JVM, without the file that goes with this one. */
  private static List<String> hints() throws IOException {
    List<String> given = new ArrayList<>();
    CompilerHints.addCompilerHints(given);
    List<String> hints = new ArrayList<>();
    for (String hint : given) {
      if (hint.startsWith(HINTS)) {
        Path file = Path.of(hint.substring(HINTS.length()));
        Files.readAllLines(file).forEach(line -> hints.add("-XX:CompileCommand=" + line));
        Files.delete(file); // the parent may end this JVM before it would
      } else {
        hints.add(hint);
      }
    }
    return hints;
  }

  private static List<WorkloadParams> combinations(BenchmarkListEntry entry) {
    List<WorkloadParams> all = List.of(new WorkloadParams());
    for (Map.Entry<String, String[]> parameter :
        new TreeMap<>(entry.getParams().orElse(Map.of())).entrySet()) {
      List<WorkloadParams> more = new ArrayList<>();
      for (WorkloadParams values : all) {
        for (String value : parameter.getValue()) {
          WorkloadParams extended = values.copy();
          extended.put(parameter.getKey(), value, more.size());
          more.add(extended);
        }
      }
      all = more;
    }
    return all;
  }

  static BenchmarkParams params(BenchmarkListEntry entry, WorkloadParams values) {
    List<String> options = new ArrayList<>(entry.getJvmArgsPrepend().orElse(List.of()));
    options.addAll(entry.getJvmArgs().orElse(List.of()));
    options.addAll(entry.getJvmArgsAppend().orElse(List.of()));
    IterationParams one = BenchmarkStates.iteration(1);
    return new BenchmarkParams(
        entry.getUsername(),
        entry.generatedTarget(),
        false,
        entry.getThreads().orElse(1),
        entry.getThreadGroups(),
        entry.getThreadGroupLabels().orElse(List.of()),
        1,
        0,
        one,
        one,
        entry.getMode(),
        values,
        TimeUnit.NANOSECONDS,
        entry.getOperationsPerInvocation().orElse(1),
        entry.getJvm().orElse(""),
        options,
        "",
        "",
        "",
        Version.getPlainVersion(),
        TimeValue.minutes(10));
  }
}
