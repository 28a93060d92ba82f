// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.trace.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.cyclecounter.trace.Baseline;
import org.cyclecounter.trace.InstructionCount;

/** A loop of 1,000 rounds, compiled with and without one operation more. */
final class AddedOperation {

  /** Returns no boxed sum: boxing, which C2 inlines late, gives its line to what C2 makes later. */
  private static final String SOURCE =
      """
      public class Loop implements java.util.concurrent.Callable<Object> {
        private final int[] data = new int[1000];
        private int kept;

        public Object call() {
          int sum = 0;
          for (int number : data) {
            sum = Integer.rotateLeft(sum, 5) + number;
            /* added */
          }
          kept = sum;
          return this;
        }
      }
      """;

  /** The line of the added statement, which is the first that a difference names. */
  private static final String LINE = ": Loop.call(Loop.java:9) +";

  private final Path folder;

  AddedOperation(Path folder) {
    this.folder = folder;
  }

  /** Compiles the loop with a statement in place of the comment; returns its class path. */
  private String compiled(String name, String statement) throws IOException {
    Path directory = Files.createDirectories(folder.resolve(name));
    Path source = directory.resolve("Loop.java");
    Files.writeString(source, SOURCE.replace("/* added */", statement));
    int status =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g", source.toString());
    if (status != 0) {
      throw new IOException("javac: " + status);
    }
    return directory.toString();
  }

  private static InstructionCount count(String classPath) throws CountFailure {
    return new Counting("Loop", classPath, 3_000, Duration.ofMinutes(10), part -> {}).count();
  }

  /**
   * Counts both so many times and compares each with the first of the one without; returns what is
   * not as it should be.
   */
  String problems(int times) throws Exception {
    String without = compiled("without", "");
    String with = compiled("with", "sum = sum ^ 0x55;");
    Baseline baseline = Baseline.of(folder.resolve("counts.txt"));
    InstructionCount first = count(without);
    System.setProperty("org.cyclecounter.baseline", "write");
    baseline.compare("loop", first);
    System.setProperty("org.cyclecounter.baseline", "strict");
    StringBuilder problems = new StringBuilder();
    try {
      for (int i = 0; i < times; i++) {
        baseline
            .compare("loop", count(without))
            .ifPresent(difference -> problems.append(difference));
        InstructionCount more = count(with);
        long difference = more.instructions() - first.instructions();
        Optional<String> sentence = baseline.compare("loop", more);
        if (difference < 950 || difference > 1_100 || !sentence.orElse("").contains(LINE)) {
          problems.append(difference).append(": ").append(sentence).append('\n');
        }
      }
    } finally {
      System.clearProperty("org.cyclecounter.baseline");
    }
    return problems.toString();
  }

  /**
   * Prints what is not as it should be.
   *
   * @param arguments how many times
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    int times = Integer.parseInt(arguments[0]);
    String problems = new AddedOperation(Files.createTempDirectory("added")).problems(times);
    System.out.println(times + " times; problems: " + (problems.isEmpty() ? "none" : problems));
  }
}
