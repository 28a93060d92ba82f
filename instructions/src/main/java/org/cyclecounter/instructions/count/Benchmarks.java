// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions.count;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.cyclecounter.instructions.stepping.ChildProgram;
import org.cyclecounter.instructions.stepping.CountFailure;
import org.cyclecounter.instructions.stepping.SteppedJvm;
import org.cyclecounter.instructions.stepping.SteppingSentences;

/** Lists JMH's benchmarks in a JAR, by a child JVM. */
public final class Benchmarks {

  private static final ChildProgram CATALOG =
      new ChildProgram(
          List.of(),
          List.of("-XX:TieredStopAtLevel=1"),
          List.of(),
          "org.cyclecounter.instructions.jmh.BenchmarkCatalog",
          true);

  private Benchmarks() {}

  /**
   * Lists all benchmarks whose names match one of the expressions, with each combination of their
   * parameters.
   *
   * @param classPath the JAR, and what it needs
   * @throws CountFailure if that fails
   * @throws IllegalArgumentException if an expression matches none; the message is one sentence
   */
  public static List<Target> list(String classPath, List<Pattern> names, Duration limit)
      throws CountFailure {
    List<Target> all = List.of(all(classPath, limit));
    for (Pattern name : names) {
      if (all.stream().noneMatch(target -> matches(target, name))) {
        throw new IllegalArgumentException(
            SteppingSentences.sentence(
                "No benchmark matches '%s'; there are %d%s.",
                name, all.size(), all.isEmpty() ? "" : ", such as " + name(all.get(0))));
      }
    }
    return matching(all, names);
  }

  /** Lists as {@link #list} does; expressions may match none. */
  public static List<Target> find(String classPath, List<Pattern> names, Duration limit)
      throws CountFailure {
    return matching(List.of(all(classPath, limit)), names);
  }

  private static List<Target> matching(List<Target> all, List<Pattern> names) {
    return all.stream()
        .filter(target -> names.stream().anyMatch(name -> matches(target, name)))
        .toList();
  }

  /** A file, because a pipe's lines would be cut. */
  private static Target[] all(String classPath, Duration limit) throws CountFailure {
    try {
      Path file = Files.createTempFile("cyclecounter-", ".benchmarks");
      file.toFile().deleteOnExit(); // also if this process is interrupted
      String unused =
          new SteppedJvm(CATALOG, "lists benchmarks", "", hundredths -> {})
              .run(classPath, List.of(file.toString(), classPath), limit);
      try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
        return (Target[]) in.readObject();
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new CountFailure("The benchmarks cannot be listed: %s.", e);
    }
  }

  /** As JMH's own expressions do, without the parameters. */
  private static boolean matches(Target target, Pattern name) {
    return name.matcher(name(target)).find();
  }

  private static String name(Target target) {
    return target.name().split(" ", 2)[0];
  }
}
