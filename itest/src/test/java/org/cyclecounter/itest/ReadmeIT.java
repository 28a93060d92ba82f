// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code in the README and in the pages that it leads to compiles and runs. */
class ReadmeIT {

  private static final Path ROOT = Path.of(Java.MODS, "..", "..");

  /** The pages whose Java blocks are whole programs. */
  private static final List<String> PAGES =
      List.of("README.md", "docs/providers.md", "docs/bench.md", "docs/osgi.md");

  @TempDir Path directory;

  private static String example(String folder, String file) throws IOException {
    return Files.readString(ROOT.resolve(folder).resolve(file))
        .replaceFirst("^// SPDX-License-Identifier: .*\n", "");
  }

  /** The pages' Java block that declares the class. */
  private static String block(String className) throws IOException {
    for (String page : PAGES) {
      Matcher blocks =
          Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
              .matcher(Files.readString(ROOT.resolve(page)));
      while (blocks.find()) {
        if (blocks.group(1).contains("class " + className + " ")) {
          return blocks.group(1);
        }
      }
    }
    throw new AssertionError(PAGES + " have no class " + className);
  }

  private String compile(String className) throws Exception {
    Path source = directory.resolve(className + ".java");
    Files.writeString(source, block(className));
    Java.Result result =
        Java.tool("javac", "-cp", Java.classPath(), "-d", directory.toString(), source.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    return block(className);
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
    assertThat(result.out()).singleElement().asString().matches("\\d+ cycles by \\S+ for .*");
    // Twelve cycles a byte: the first region, which is interpreted, takes more, compiled ones less.
    long cycles = Long.parseLong(result.out().get(0).split(" ")[0]);
    assertThat(cycles).isBetween(1L, 12 * 4096L);
  }

  @Test
  void compare() throws Exception {
    compile("Compare");
    Java.Result result = run("Compare");
    assertThat(result.out()).hasSize(3);
    assertThat(result.out().get(0)).matches(" +cycles +quartiles +ns +quartiles +per");
    assertThat(result.out().get(1)).matches("CRC-32 .* byte");
    assertThat(result.out().get(2)).matches("Adler-32 .* times CRC-32 \\([^()]+\\).*");
  }

  @Test
  void measure() throws Exception {
    compile("Measure");
    Java.Result result = run("Measure");
    assertThat(result.err()).isEmpty();
    // Warnings may come before it: the machine does other things meanwhile.
    assertThat(result.out())
        .last()
        .asString()
        .matches("(\\d+\\.\\d\\d|NaN) cycles, \\d+\\.\\d\\d ns");
  }

  @Test
  void aCounterOfYourOwn() throws Exception {
    assertThat(compile("SimulatedProvider"))
        .isEqualTo(
            example(
                "distribution/templates/java/src/main/java",
                "com/example/simulated/SimulatedProvider.java"));
    // Compiled and run by the build: it needs the kit of tests, which no program has.
    assertThat(block("SimulatedProviderTest"))
        .isEqualTo(
            example(
                "distribution/templates/java/src/test/java",
                "com/example/simulated/SimulatedProviderTest.java"));
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("org.cyclecounter.spi.CycleCounterProvider"),
        "com.example.simulated.SimulatedProvider\n");
    Java.Result result =
        run("org.cyclecounter.tools.cli.Main", "list", "--counter", "simulated-cycles");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).anyMatch(line -> line.startsWith("* simulated-cycles"));
  }

  /** The module of docs/deployment.md, with bench, on what the build gathers. */
  @Test
  void aModuleOnTargetMods() throws Exception {
    Matcher module =
        Pattern.compile("```java\n(module com.example.hello \\{\n.*?)}\n```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/deployment.md")));
    assertThat(module.find()).isTrue();
    Path moduleInfo =
        Files.writeString(
            directory.resolve("module-info.java"),
            module.group(1) + "  requires org.cyclecounter.bench;\n}\n");
    Path hello =
        Files.writeString(
            Files.createDirectories(directory.resolve("com/example/hello")).resolve("Hello.java"),
            "package com.example.hello;\n"
                + "class Hello {\n"
                + "  public static void main(String[] arguments) {\n"
                + "    org.cyclecounter.bench.Bench.create().close();\n"
                + "    System.out.println(org.cyclecounter.selector.CpuCycles.implementation());\n"
                + "  }\n"
                + "}\n");
    Path classes = directory.resolve("classes");
    Java.Result compiled =
        Java.tool(
            "javac",
            "-p",
            Java.MODS,
            "-d",
            classes.toString(),
            moduleInfo.toString(),
            hello.toString());
    assertThat(compiled.err()).isEmpty();
    Java.Result result =
        Java.java(
            "-p",
            Java.MODS + File.pathSeparator + classes,
            "-m",
            "com.example.hello/com.example.hello.Hello");
    assertThat(result.out()).as(result.err().toString()).hasSize(1);
    assertThat(result.status()).isZero();
  }

  /** It has not been run; what it runs must at least be what the README says. */
  @Test
  void theWorkflowRunsTheTwoCommands() throws Exception {
    List<String> workflow =
        Files.readAllLines(ROOT.resolve(".github/workflows/machines.yml")).stream()
            .map(String::strip)
            .toList();
    String readme = Files.readString(ROOT.resolve("README.md"));
    Matcher block =
        Pattern.compile("## Two commands\n.*?```sh\n(.*?)```", Pattern.DOTALL).matcher(readme);
    assertThat(block.find()).isTrue();
    List<String> commands =
        block.group(1).lines().map(line -> line.replaceFirst("\\s+#.*", "")).toList();
    assertThat(commands).hasSize(2);
    assertThat(workflow).containsAll(commands);
  }

  /** Built as an example; FullStackIT of {@code itest/osgi} and the tutorial run that. */
  @Test
  void component() throws Exception {
    assertThat(block("Meter"))
        .isEqualTo(
            example("itest/examples/consumer/src/main/java", "com/example/consumer/Meter.java"));
  }
}
