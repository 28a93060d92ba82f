package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's code compiles and runs. */
class ReadmeIT {

  @TempDir Path directory;

  /** Compiles the README's Java block that declares the class. */
  private void compile(String className) throws Exception {
    String readme = Files.readString(Path.of(Java.MODS, "..", "..", "README.md"));
    Matcher blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
    while (blocks.find()) {
      if (blocks.group(1).contains("class " + className + " ")) {
        Path source = directory.resolve(className + ".java");
        Files.writeString(source, blocks.group(1));
        Java.Result result =
            Java.tool(
                "javac", "-cp", Java.classPath(), "-d", directory.toString(), source.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        return;
      }
    }
    throw new AssertionError("the README has no class " + className);
  }

  private Java.Result run(String... mainAndArguments) throws Exception {
    String[] command = new String[mainAndArguments.length + 3];
    command[0] = Java.nativeAccess("ALL-UNNAMED");
    command[1] = "-cp";
    command[2] = directory + File.pathSeparator + Java.classPath();
    System.arraycopy(mainAndArguments, 0, command, 3, mainAndArguments.length);
    return Java.java(command);
  }

  @Test
  void dropIn() throws Exception {
    compile("DropIn");
    Java.Result result = run("DropIn");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).singleElement().asString().matches("\\d+ cycles by \\S+ for 1\\.41.*");
  }

  @Test
  void plugIn() throws Exception {
    compile("PlugIn");
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(services.resolve("org.cyclecounter.spi.CycleCounterProvider"), "PlugIn\n");
    Java.Result result = run("org.cyclecounter.selector.cli.Main", "list", "--counter", "my-clock");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).anyMatch(line -> line.startsWith("* my-clock"));
  }
}
