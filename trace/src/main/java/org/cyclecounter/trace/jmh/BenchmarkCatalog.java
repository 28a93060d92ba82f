// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cyclecounter.spi.CounterUnavailableException;
import org.cyclecounter.trace.child.Benchmarks;
import org.cyclecounter.trace.child.ParentPipe;
import org.cyclecounter.trace.child.Target;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.CompilerHints;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The program of the child JVM that lists the benchmarks on its class path. {@link Benchmarks}
 * reads what it writes: a pipe's lines would be cut.
 */
public final class BenchmarkCatalog {

  private static final String HINTS = "-XX:CompileCommandFile=";

  private BenchmarkCatalog() {}

  /**
   * Started by a parent process only.
   *
   * @param arguments the word, and a folder that exists
   */
  public static void main(String[] arguments) throws IOException {
    try {
      ParentPipe.open(arguments[0]);
      Path folder = Path.of(arguments[1]);
      List<String> hints = hints(folder.resolve(Benchmarks.HINTS));
      Map<String, String> lines = new LinkedHashMap<>(); // an entry for each mode
      OutputFormat none = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
      for (BenchmarkListEntry entry : BenchmarkList.defaultList().getAll(none, List.of())) {
        for (Benchmark benchmark : Benchmark.of(entry)) {
          Target target = benchmark.target(hints);
          lines.putIfAbsent(target.name(), target.line());
        }
      }
      Files.write(folder.resolve(Benchmarks.LIST), lines.values());
      ParentPipe.send("COUNTED", "");
    } catch (CounterUnavailableException e) {
      ParentPipe.send("FAILED", String.valueOf(e.getMessage()));
    } catch (LinkageError e) {
      ParentPipe.send("FAILED", "The benchmarks need JMH 1.37, and have another one: " + e);
    }
  }

  /**
   * Returns the options that JMH gives to every JVM; keeps the file that would go with this one.
   */
  private static List<String> hints(Path kept) throws IOException {
    List<String> hints = new ArrayList<>();
    CompilerHints.addCompilerHints(hints);
    for (int i = 0; i < hints.size(); i++) {
      if (hints.get(i).startsWith(HINTS)) {
        Path file = Path.of(hints.get(i).substring(HINTS.length()));
        Files.copy(file, kept, StandardCopyOption.REPLACE_EXISTING);
        hints.set(i, HINTS + kept);
      }
    }
    return hints;
  }
}
