// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Lists JMH's benchmarks in a JAR, by a child JVM. */
public final class Benchmarks {

  /** The file of the list. */
  public static final String LIST = "benchmarks";

  /** The file of the commands for the compiler. */
  public static final String HINTS = "hints";

  private static final ChildProgram CATALOG =
      new ChildProgram(
          List.of(),
          List.of("-XX:TieredStopAtLevel=1"),
          List.of(),
          "org.cyclecounter.trace.jmh.BenchmarkCatalog",
          true);

  private Benchmarks() {}

  /**
   * Lists all benchmarks whose names match one of the expressions, with each combination of their
   * parameters; files are deleted when this process ends.
   *
   * @param classPath the JAR, and what it needs
   * @throws CountFailure if that fails
   * @throws IllegalArgumentException if an expression matches none; the message is one sentence
   */
  public static List<Target> list(String classPath, List<Pattern> names, Duration limit)
      throws CountFailure {
    List<Target> all = new ArrayList<>();
    try {
      Path folder = Files.createTempDirectory("cyclecounter-");
      for (Path created : List.of(folder, folder.resolve(LIST), folder.resolve(HINTS))) {
        created.toFile().deleteOnExit(); // the last one first
      }
      String unused =
          new TracedJvm(CATALOG, "lists benchmarks", hundredths -> {})
              .run(classPath, List.of(folder.toString()), limit);
      for (String line : Files.readAllLines(folder.resolve(LIST))) {
        all.add(Target.of(line, classPath));
      }
    } catch (IOException e) {
      throw new CountFailure("The benchmarks cannot be listed: %s.", e);
    }
    for (Pattern name : names) {
      if (all.stream().noneMatch(target -> matches(target, name))) {
        throw new IllegalArgumentException(
            Obstacles.sentence(
                "No benchmark matches '%s'; there are %d, such as %s.",
                name, all.size(), all.isEmpty() ? "none" : all.get(0).arguments().get(0)));
      }
    }
    return all.stream()
        .filter(target -> names.stream().anyMatch(name -> matches(target, name)))
        .toList();
  }

  /** As JMH's own expressions do, without the parameters. */
  private static boolean matches(Target target, Pattern name) {
    return name.matcher(target.arguments().get(0)).find();
  }
}
