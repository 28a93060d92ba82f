// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
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

  /** Runs programs in one JVM, the first as the first of that JVM. */
  static final class Programs {
    private Programs() {}

    public static void main(String[] classNames) throws Exception {
      for (String name : classNames) {
        System.out.println("== " + name);
        Method main = Class.forName(name).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) new String[0]);
      }
    }
  }

  private static void compile(String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = ToolProvider.getSystemJavaCompiler().run(null, err, err, arguments);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(status).isZero();
  }

  @Test
  void programsCompileAndPrintWhatTheyMeasured() throws Exception {
    List<String> programs = List.of("DropIn", "Compare", "Measure");
    List<String> javac = new ArrayList<>(List.of("-p", Java.MODS, "-d", directory.toString()));
    javac.addAll(List.of("--add-modules", "org.cyclecounter.selector,org.cyclecounter.bench"));
    for (String program : programs) {
      Path source = directory.resolve(program + ".java");
      javac.add(Files.writeString(source, block(program)).toString());
    }
    compile(javac.toArray(String[]::new));
    List<String> command = Java.program();
    String classPath = directory + File.pathSeparator + Java.classPathAndTests();
    command.addAll(List.of(Java.nativeAccess("ALL-UNNAMED"), "-cp", classPath));
    command.add(Programs.class.getName());
    command.addAll(programs);
    Java.Result result = Java.run(new ProcessBuilder(command));
    assertThat(result.status()).as(result.err().toString()).isZero();
    // Bench warns of disturbances by a busy machine.
    String bench = "(?m)^.*RunWarnings tell\nWARNING: .*$";
    assertThat(String.join("\n", result.err()).replaceAll(bench, "")).doesNotContain("WARNING");

    List<String> out = result.out();
    assertThat(out.subList(0, out.indexOf("== Compare"))).hasSize(2);
    assertThat(out.get(1)).matches("\\d+ cycles by \\S+ for .*");
    assertThat(Long.parseLong(out.get(1).split(" ")[0])).isPositive();

    List<String> table = out.subList(out.indexOf("== Compare") + 1, out.indexOf("== Measure"));
    assertThat(table).hasSize(3);
    assertThat(table.get(0)).matches(" +cycles +quartiles +ns +quartiles +per");
    assertThat(table.get(1)).matches("CRC-32 .* byte");
    assertThat(table.get(2)).matches("Adler-32 .* times CRC-32 \\([^()]+\\).*");

    // Warnings may come before it: the machine does other work, too.
    assertThat(out).last().asString().matches("(\\d+\\.\\d\\d|NaN) cycles, \\d+\\.\\d\\d ns");
  }

  /** The build tests the same files with the kit of tests. */
  @Test
  void counterOfYourOwnIsTheTemplates() throws Exception {
    String folder = "distribution/templates/java/src/";
    assertThat(block("SimulatedProvider"))
        .isEqualTo(example(folder + "main/java", "com/example/simulated/SimulatedProvider.java"));
    assertThat(block("SimulatedProviderTest"))
        .isEqualTo(
            example(folder + "test/java", "com/example/simulated/SimulatedProviderTest.java"));
  }

  /** The module of docs/deployment.md, with bench, on what the build gathers. */
  @Test
  void moduleRunsOnTargetMods() throws Exception {
    Matcher module =
        Pattern.compile("```java\n(module com.example.hello \\{\n.*?)}\n```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/deployment.md")));
    assertThat(module.find()).isTrue();
    Path moduleInfo =
        Files.writeString(
            directory.resolve("module-info.java"),
            module.group(1)
                + "  requires org.cyclecounter.bench;\n  uses org.cyclecounter.CycleCounter;\n}\n");
    Path hello =
        Files.writeString(
            Files.createDirectories(directory.resolve("com/example/hello")).resolve("Hello.java"),
            "package com.example.hello;\n"
                + "class Hello {\n"
                + "  public static void main(String[] arguments) {\n"
                + "    org.cyclecounter.bench.Bench.create().close();\n"
                + "    System.out.println(org.cyclecounter.selector.CpuCycles.implementation());\n"
                + "    for (org.cyclecounter.CycleCounter counter :\n"
                + "        java.util.ServiceLoader.load(org.cyclecounter.CycleCounter.class)) {\n"
                + "      System.out.println(counter.implementation());\n"
                + "    }\n"
                + "  }\n"
                + "}\n");
    String classes = directory.resolve("classes").toString();
    compile("-p", Java.MODS, "-d", classes, moduleInfo.toString(), hello.toString());
    Java.Result result =
        Java.java(
            "-p",
            Java.MODS + File.pathSeparator + classes,
            "-m",
            "com.example.hello/com.example.hello.Hello");
    assertThat(result.out()).as(result.err().toString()).hasSize(2);
    assertThat(result.out().get(1)).as("the only service").isEqualTo(result.out().get(0));
    assertThat(result.status()).isZero();
  }

  /** Not run here; its command must at least be that of the README. */
  @Test
  void workflowRunsTheTwoCommands() throws Exception {
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
  void componentIsTheExamples() throws Exception {
    assertThat(block("Meter"))
        .isEqualTo(
            example("itest/examples/consumer/src/main/java", "com/example/consumer/Meter.java"));
  }
}
