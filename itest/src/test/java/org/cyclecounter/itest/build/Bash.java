// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.build;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.cyclecounter.itest.Java;

/** A repository of its own with one of the project's scripts in it. */
final class Bash {

  private final Path root;

  Bash(Path root, String script) throws Exception {
    this.root = root;
    assumeTrue(
        Java.done("bash", "-c", "git --version && sed --version"),
        "no bash, git or GNU sed; macOS has others, which the scripts do not know");
    Path copy = root.resolve(script);
    Files.createDirectories(copy.getParent());
    Files.copy(Path.of("..", script), copy, StandardCopyOption.COPY_ATTRIBUTES);
    run("git init -q && git config user.name x && git config user.email x");
    commit();
  }

  void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  /** Adds all files, and makes another id of HEAD even if there is nothing to add. */
  void commit() throws Exception {
    Java.Result result = run("git add -A && git commit -q --allow-empty -m x");
    if (result.status() != 0) {
      throw new AssertionError(result.err());
    }
  }

  Java.Result run(String command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", command).directory(root.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    return Java.run(builder);
  }
}
