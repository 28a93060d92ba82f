// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's numbers stand in the evidence; the module of docs/deployment.md runs. */
class ReadmeIT {

  private static final Path ROOT = Path.of(Java.MODS, "..", "..");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.-])\\d[\\d,]*(?:\\.\\d+)?");

  @TempDir Path directory;

  private static String readme() throws IOException {
    return Files.readString(ROOT.resolve("README.md"));
  }

  private static Set<String> numbers(String text) {
    return NUMBER
        .matcher(text)
        .results()
        .map(number -> number.group().replace(",", ""))
        .collect(Collectors.toSet());
  }

  /** The text below the heading of the second level that has the anchor. */
  private static String section(String page, String anchor) throws IOException {
    for (String section : Files.readString(ROOT.resolve(page)).split("(?m)^## ")) {
      String heading = section.lines().findFirst().orElse("").toLowerCase(Locale.ROOT);
      if (heading.replaceAll("[^a-z0-9 -]", "").replace(' ', '-').equals(anchor)) {
        return section;
      }
    }
    throw new AssertionError(page + " has no section " + anchor);
  }

  @Test
  void numbersAreThoseOfTheEvidence() throws Exception {
    Matcher list =
        Pattern.compile("<!-- numbers: [^>]*-->\n(.*?)\n\n", Pattern.DOTALL).matcher(readme());
    assertThat(list.find()).isTrue();
    String[] lines = list.group(1).split("(?m)^- ");
    assertThat(lines).hasSize(4).startsWith("");
    for (String line : lines) {
      Matcher link = Pattern.compile("\\((docs/[^()#]+)#([^()]+)\\)").matcher(line);
      if (!line.isEmpty()) {
        assertThat(link.find()).as(line).isTrue();
        Set<String> known = numbers(section(link.group(1), link.group(2)));
        assertThat(numbers(link.replaceAll(""))).as(line).hasSizeGreaterThan(1).isSubsetOf(known);
      }
    }
  }

  private static void compile(String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = ToolProvider.getSystemJavaCompiler().run(null, err, err, arguments);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(status).isZero();
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

  /** Not run here; its commands must at least be those of the README. */
  @Test
  void workflowRunsTheCommands() throws Exception {
    List<String> workflow =
        Files.readAllLines(ROOT.resolve(".github/workflows/machines.yml")).stream()
            .map(String::strip)
            .toList();
    Matcher block =
        Pattern.compile("## Get it\n.*?```sh\n(.*?)```", Pattern.DOTALL).matcher(readme());
    assertThat(block.find()).isTrue();
    List<String> commands =
        block.group(1).lines().map(line -> line.replaceFirst("\\s+#.*", "")).toList();
    assertThat(commands).hasSize(2);
    assertThat(workflow).containsAll(commands);
  }
}
