// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each program of the folder {@code samples} prints what its comment says; the numbers may be any.
 * It is run by the command of the folder's README. 07 is run by FullStackIT of {@code itest/osgi},
 * 10 and 11 are tests themselves.
 */
class SamplesIT {

  static List<Sample> programs() throws IOException {
    return Sample.all().stream().filter(Sample::isProgram).toList();
  }

  /** The README's command, but for the name of the class. */
  private static List<String> command() throws IOException {
    for (Block block : Block.of(Sample.PROJECT.resolve("samples/README.md"))) {
      for (String line : block.lines()) {
        if (line.startsWith("java ")) {
          String here = line.replace("'", "").replace(":", File.pathSeparator);
          List<String> words = new ArrayList<>(List.of(here.split(" ")));
          words.remove(words.size() - 1);
          return words.subList(1, words.size());
        }
      }
    }
    throw new AssertionError("samples/README.md has no command");
  }

  @Test
  void firstPrintsWhatItsCommentSays() throws Exception {
    printsWhatItsCommentSays(programs().get(0));
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("programs")
  void printsWhatItsCommentSays(Sample sample) throws Exception {
    List<String> command = Java.program();
    command.add(Java.nativeAccess("ALL-UNNAMED"));
    command.add("-Djmh.ignoreLock=true"); // another module's tests may run JMH, too
    command.addAll(command());
    command.add("samples." + sample.name());
    Java.Result result = Java.run(new ProcessBuilder(command).directory(Sample.PROJECT.toFile()));
    assertThat(result.status()).as(result.toString()).isZero();

    List<String> prints = sample.prints();
    if (sample.name().equals("S05VirtualThreads") && Runtime.version().feature() < 21) {
      prints = List.of("Java " + Runtime.version().feature() + " has no virtual threads");
    }
    assertThat(new Expected().matches(prints, result.out()))
        .as("%s%n--- instead of%n%s", result, String.join("\n", prints))
        .isTrue();
  }
}
