// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.tutorial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs every command in {@code docs/osgi.md} and compares the output with the document's. Blocks
 * named {@code sh} are run by bash, from the project's folder on; a line that starts {@code java}
 * begins a container, whose shell gets the commands behind {@code g!} in the other blocks. A
 * command is repeated for a while until its reply matches, as a person would: bundles come and go
 * in the background. Java code must be a sample's, which {@link SamplesTest} compares.
 */
class TutorialIT {

  private static final Path PROJECT = Path.of(Java.MODS, "..", "..").toAbsolutePath().normalize();
  private static final long PATIENCE_S = 300;

  private final Expected expected = new Expected();
  private Path folder = PROJECT;
  private Gogo shell;

  @AfterEach
  void leave() throws IOException {
    if (shell != null) {
      shell.close();
    }
  }

  private static List<Block> blocks() throws IOException {
    return Block.of(PROJECT.resolve("docs/osgi.md"));
  }

  @Test
  void codeIsThatOfSamples() throws Exception {
    for (Block block : blocks()) {
      if (block.language().equals("java")) {
        assertThat(block.above()).as("docs/osgi.md:%d", block.number()).startsWith("<!-- sample: ");
      }
    }
  }

  @Tag("long")
  @Test
  void commandsDoWhatThePageSays() throws Exception {
    assumeTrue(isOnThePath("mvn") && isOnThePath("bash"), "mvn and bash are not on the PATH");
    assertThat(blocks()).anyMatch(block -> block.language().equals("sh"));
    for (Block block : blocks()) {
      switch (block.language()) {
        case "sh" -> runByBash(block);
        case "java" -> {}
        default -> tellTheShell(block);
      }
    }
    assertThat(shell).as("the container that the document begins").isNotNull();
  }

  private static boolean isOnThePath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  private void runByBash(Block block) throws Exception {
    List<String> commands = new ArrayList<>();
    for (String line : block.lines()) {
      if (line.startsWith("java ")) {
        runByBash(block, commands);
        commands.clear();
        shell = new Gogo(bash(withNativeAccess(expected.filled(line))));
      } else {
        commands.add(expected.filled(line));
      }
    }
    runByBash(block, commands);
  }

  private void runByBash(Block block, List<String> commands) throws Exception {
    if (commands.isEmpty()) {
      return;
    }
    Path where = Files.createTempFile("where", ".txt");
    try {
      String script = String.join("\n", commands) + "\npwd >'" + where + "'";
      Java.Result result = Java.run(bash("set -e\n" + script));
      assertThat(result.status()).as("docs/osgi.md:%d: %s", block.number(), result).isZero();
      folder = Path.of(Files.readString(where).strip());
    } finally {
      Files.delete(where);
    }
  }

  /** Adds the document's option for Java 24 and newer. */
  private static String withNativeAccess(String command) {
    return command.replaceFirst("^java ", "exec java " + Java.nativeAccess("ALL-UNNAMED") + " ");
  }

  /**
   * Makes a script move its files into the folder that File Install watches: if the shell loses the
   * processor between creating a file and writing to it, File Install takes the empty one, which is
   * a valid configuration.
   */
  private static String moving(String script) {
    return script.replaceAll(
        "(?m) >(target/load/\\S+)$", " >target/written && mv target/written $1");
  }

  /** The Java that runs the test comes first. */
  private ProcessBuilder bash(String script) {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", moving(script)).directory(folder.toFile());
    String home = System.getProperty("java.home");
    builder.environment().put("JAVA_HOME", home);
    builder
        .environment()
        .merge(
            "PATH", Path.of(home, "bin").toString(), (old, bin) -> bin + File.pathSeparator + old);
    return builder;
  }

  private void tellTheShell(Block block) throws Exception {
    List<String> lines = block.lines();
    for (int i = 0; i < lines.size(); ) {
      assertThat(lines.get(i)).as("docs/osgi.md:%d", block.number() + i).startsWith("g! ");
      String command = lines.get(i).substring("g! ".length());
      int number = block.number() + i++;
      List<String> shown = new ArrayList<>();
      while (i < lines.size() && !lines.get(i).startsWith("g! ")) {
        shown.add(lines.get(i++));
      }
      while (!shown.isEmpty() && shown.get(shown.size() - 1).isBlank()) {
        shown.remove(shown.size() - 1);
      }
      askUntilAsShown(number, expected.filled(command), shown);
    }
  }

  private void askUntilAsShown(int number, String command, List<String> shown) throws Exception {
    long begin = System.nanoTime();
    List<String> reply = shell.run(command);
    while (!expected.matches(shown, reply)) {
      if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(PATIENCE_S)) {
        throw new AssertionError(
            String.format(
                Locale.ROOT,
                "docs/osgi.md:%d: '%s' prints%n%s%n--- instead of%n%s",
                number,
                command,
                String.join("\n", reply),
                String.join("\n", shown)));
      }
      Thread.sleep(200);
      reply = shell.run(command);
    }
  }
}
