// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.instructions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.cyclecounter.instructions.stepping.SteppedJvm;
import org.cyclecounter.spi.nativelib.Platform;

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

  /** Returns this JVM's class path, with a library before it that cannot be loaded. */
  public static String withBadLibrary(Path folder) throws Exception {
    URI classes = SteppedJvm.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    String library =
        "META-INF/native/" + Platform.current().prefix() + "/libcyclecounter-instructions-1.so";
    Path first = folder;
    if (Files.isDirectory(Path.of(classes))) {
      Files.createDirectories(folder.resolve(library).getParent());
      Files.writeString(folder.resolve(library), "of no use");
    } else { // a JAR's library is read from the JAR of the class
      first = Files.copy(Path.of(classes), folder.resolve("bad.jar"));
      try (FileSystem zip = FileSystems.newFileSystem(first)) {
        Files.writeString(zip.getPath(library), "of no use");
      }
    }
    return first + File.pathSeparator + System.getProperty("java.class.path");
  }
}
