// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.cyclecounter.instructions.InstructionCounter;
import org.cyclecounter.instructions.count.Portability;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts as a gate: what is compared, written, refused. Alone, because others set properties. */
@Isolated
class GateTest {

  private static final String SUM = InstructionsTest.Sum.class.getName();

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("counts.txt");
  }

  private CommandRun run(String... options) {
    List<String> arguments = new ArrayList<>(List.of("instructions", "--limit=600", "--jvms=1"));
    arguments.addAll(List.of("--warm-up=3000", "--lines=0"));
    arguments.addAll(List.of(options));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private CommandRun count(String... options) {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("--baseline=" + file, SUM));
    return run(arguments.toArray(String[]::new));
  }

  @Test
  @Tag("gate")
  void isGreenForWhatWasWrittenAndRedForAnotherCount() throws Exception {
    assertThat(count("--write").status()).isZero();
    assertThat(count("--strict")).returns(0, CommandRun::status).returns("", CommandRun::err);
    String text = Files.readString(file);
    long instructions =
        Long.parseLong(text.replaceFirst("(?s).*?(\\d+) instructions[,\n].*", "$1"));
    String one =
        text.replaceFirst("\\d+ instructions", instructions - 1 + " instructions")
            .replaceFirst("(\n *)\\d+(  .*Sum\\.call)", "$11$2");
    Files.writeString(file, one);
    CommandRun red = count();
    assertThat(red.status()).isEqualTo(1);
    assertThat(red.out())
        .contains("Differs from " + file + ":\n", "        +1  " + SUM, "InstructionsTest.java:")
        .endsWith("Accept with --write.\n");
    CommandRun tolerant = count("--tolerance=50", "--json");
    assertThat(tolerant.status()).isZero();
    assertThat(tolerant.out()).contains("\"was\":" + (instructions - 1) + ",");
    assertThat(file).hasContent(one);
    assertThat(count("--write").status()).isZero();
    assertThat(file).hasContent(text);
  }

  private String compiled(String name, String text, String... options) throws Exception {
    Path classes = Files.createDirectory(folder.resolve(name));
    Path source = Files.writeString(classes.resolve("Op.java"), text);
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("-d", classes.toString(), source.toString()));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
    Files.delete(source);
    return classes.toString();
  }

  /** Equal code with other bytes is green, one more operation red; equal bytes count once. */
  @Test
  @Tag("gate")
  void comparesWithBaseThatItCounts() throws Exception {
    Optional<String> obstacle = InstructionCounter.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    String text =
        """
        public class Op implements java.util.concurrent.Callable<Object> {
          int x, calls;
          public Object call() {
            x += 3;
            if ((++calls & 3) == 0) {
              x ^= 5;
            }
            return this;
          }
        }
        """;
    String base = compiled("base", text, "-g");
    String moved = compiled("moved", "// A comment.\n" + text, "-g:none");
    String more = compiled("more", text.replace("x += 3;", "x += 3;\n    x ^= 1;"), "-g");
    String dear = compiled("dear", text.replace("^= 5;", "^= 5;\n      x ^= calls;"), "-g");
    Path summary = folder.resolve("summary.md");
    CommandRun green = run("--class-path=" + moved, "--against=" + base, "Op");
    assertThat(green).returns(0, CommandRun::status).returns("", CommandRun::err);
    CommandRun red = run("--class-path=" + more, "--against=" + base, "--summary=" + summary, "Op");
    assertThat(red).returns(1, CommandRun::status).returns("", CommandRun::err);
    assertThat(red.out())
        .contains("Differs from " + base + ":\n", " Op.call(Op.java:5), added\n")
        .doesNotContain("Accept");
    assertThat(run("--class-path=" + dear, "--against=" + base, "Op").out())
        .containsPattern(" in 3\\d of 128 calls\n.* Op.call\\(Op.java:7\\), added\n");
    assertThat(summary)
        .content()
        .contains("| Op | ", "Equal: 0 of 1.", "Op.call(Op.java:5), added");
    assertThat(run("--class-path=" + more, "--against=" + more, "--json", "Op"))
        .returns(0, CommandRun::status)
        .returns(more + " has the same files, and was not counted.\n", CommandRun::err)
        .extracting(CommandRun::out)
        .asString()
        .containsPattern("\"instructions\":(\\d+),.*\"was\":\\1,.*\"difference\":null");
  }

  @Test
  @Tag("long")
  void keepsPortableCountsBesideThoseOfTheProcessor() throws Exception {
    assumeTrue(Portability.obstacle().isEmpty(), Portability.obstacle());
    assertThat(count("--portable", "--write").status()).isZero();
    assertThat(file).content().contains("; portable").doesNotContain("avx2");
    assertThat(count("--strict").status()).isEqualTo(1);
    assertThat(count("--write").status()).isZero();
    assertThat(file).content().contains("; portable").contains("avx2");
    assertThat(count("--portable", "--strict").status()).isZero();
  }

  @Test
  void refusesPortableCountsWithAnotherJavaOrProcessor() {
    assumeTrue(!Portability.obstacle().isEmpty(), "Portable counts can be made here.");
    assertThat(run("--portable", SUM))
        .returns(2, CommandRun::status)
        .extracting(CommandRun::err)
        .asString()
        .contains(Portability.obstacle());
  }

  @Test
  void refusesPropertyWithAnotherValueUnlessAnOptionSaysMore() {
    System.setProperty("org.cyclecounter.baseline", "wirte");
    try {
      CommandRun run = run("--baseline=" + file, "com.example.None");
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err())
          .contains(
              "-Dorg.cyclecounter.baseline=wirte is unknown: set write or strict, or leave it out"
                  + " to compare.");
      assertThat(run("--baseline=" + file, "--strict", "com.example.None").err())
          .contains("com.example.None")
          .doesNotContain("wirte");
    } finally {
      System.clearProperty("org.cyclecounter.baseline");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --write                                   | --write needs --baseline FILE.
          --strict                                  | --strict needs --baseline FILE.
          --tolerance=1                             | --tolerance needs --baseline FILE or --against.
          --allow-fewer                             | --allow-fewer needs --baseline FILE or --against.
          --exclude=x                               | --exclude needs --jmh JAR.
          --baseline=counts.txt --write --strict    | --write and --strict exclude each other.
          --baseline=counts.txt --tolerance=-1      | --tolerance must be 0 or more, not -1.0.
          --baseline=counts.txt --tolerance=NaN     | --tolerance must be 0 or more, not NaN.
          --baseline=counts.txt --tolerance=x       | 'x' is not a
          --baseline=no/such/folder/counts.txt      | there is no folder
          --baseline=                               | --baseline needs the name of a file.
          --baseline=. --tolerance=0                | The baseline . cannot be used: Is a directory.
          --against=a.jar --baseline=counts.txt     | --against has no file: leave out --baseline,
          --against=a.jar --write                   | --against has no file: leave out --baseline,
          --summary=no/such/folder/summary.md       | The file 'no/such/folder/summary.md' cannot be
          --summary=- --json                        | --summary - and --json cannot both be written
          --jmh=no.jar                              | --jmh 'no.jar' does not exist: give a JAR
          --jmh=                                    | --jmh '' does not exist: give a JAR
          --jmh=.                                   | --jmh '.' has no META-INF/BenchmarkList,
          """)
  void refusesBadInputBeforeAnythingRuns(String options, String sentence) {
    List<String> arguments = new ArrayList<>(List.of(options.split(" ")));
    arguments.add("com.example.None");
    CommandRun run = run(arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(sentence);
  }

  @Test
  void refusesToReplaceReadOnlyFile() throws Exception {
    Files.writeString(file, "# Instructions counted by CycleCounter, format 3; \n");
    assumeTrue(file.toFile().setReadOnly());
    assumeTrue(!Files.isWritable(file), "Root may write every file.");
    CommandRun run = run("--baseline=" + file, "--write", SUM);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("counts.txt is read-only.");
  }

  @Test
  void refusesJarWithoutBenchmarksAndBadExpressions() throws Exception {
    Path jar = folder.resolve("some.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
    }
    assertThat(run("--jmh=" + jar, "x"))
        .returns(2, CommandRun::status)
        .extracting(CommandRun::err)
        .asString()
        .contains("some.jar' has no META-INF/BenchmarkList, which JMH's annotation processor");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("META-INF/BenchmarkList"));
    }
    assertThat(run("--jmh=" + jar, "--class-path=no.jar", "x").err())
        .contains("--class-path entry 'no.jar' does not exist.");
    assertThat(run("--jmh=" + jar, "(x"))
        .returns(2, CommandRun::status)
        .extracting(CommandRun::err)
        .asString()
        .contains("'(x' is no regular expression: Unclosed group.");
  }
}
