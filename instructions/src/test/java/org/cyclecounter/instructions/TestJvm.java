// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Further JVMs that run programs of the tests. */
public final class TestJvm {

  private TestJvm() {}

  /**
   * Runs one with this JVM's class path, and fails if it does.
   *
   * @param wrapper the program that runs it, with its options; empty for none
   * @param arguments options, the main class, its arguments
   * @return its output
   */
  public static String output(List<String> wrapper, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(wrapper);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    byte[] bytes = process.getInputStream().readAllBytes();
    String output = new String(bytes, StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
