// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.cyclecounter.instructions.count.CountPlan;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.ChildProgram;
import org.cyclecounter.tools.cli.LoudOperation;
import org.cyclecounter.tools.command.BadUsage;
import org.cyclecounter.tools.command.Progress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bases of files that are made up; nothing is counted. */
class BaseOperationsTest {

  @TempDir Path folder;

  private String head = "";

  @BeforeEach
  void head() throws Exception {
    head = jar("head.jar", "a/B.class=1", "a/C.class=22");
  }

  /** Writes a JAR with entries NAME=TEXT. */
  private String jar(String name, String... entries) throws Exception {
    Path jar = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String entry : entries) {
        String[] parts = entry.split("=", 2);
        zip.putNextEntry(new ZipEntry(parts[0]));
        zip.write(parts[1].getBytes());
      }
    }
    return jar.toString();
  }

  private BaseOperations base(String path, String... classes) {
    return new BaseOperations(path, head, false, List.of(classes), null);
  }

  @ParameterizedTest
  @CsvSource({
    "'', --against needs a JAR or a class path.",
    "no.jar, --against entry 'no.jar' does not exist.",
    "text, --against 'text' cannot be read: java.util.zip.ZipException: ",
    "x.jar, '--against ''x.jar'' has no META-INF/BenchmarkList, which'",
  })
  void refusesBaseThatHasNoBenchmarks(String name, String sentence) throws Exception {
    Files.writeString(folder.resolve("text"), "no JAR");
    String unused = jar("x.jar", "some=1");
    String path = name.isEmpty() ? "" : folder.resolve(name).toString();
    assertThatThrownBy(() -> new BaseOperations(path, head, true, List.of("."), null))
        .isInstanceOf(BadUsage.class)
        .extracting(e -> e.getMessage().replace(folder + File.separator, ""))
        .asString()
        .startsWith(sentence);
  }

  @Test
  void refusesBaseOfClassesThatIsNoJar() throws Exception {
    String text = Files.writeString(folder.resolve("text"), "no JAR").toString();
    assertThatThrownBy(() -> base(text, "a.B"))
        .isInstanceOf(BadUsage.class)
        .hasMessageContaining("--against entry '" + text + "' cannot be read: ");
  }

  @Test
  void refusesClassOfJavasOwnClassPath() {
    String own = BaseOperationsTest.class.getName();
    assertThatThrownBy(() -> base(head, own))
        .isInstanceOf(BadUsage.class)
        .hasMessageStartingWith(own + " is on Java's own class path, and so the same in the base:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a/B.class=1 a/C.class=22                                     | true
          a/C.class=22 META-INF/maven/pom.properties=x a/B.class=1     | true
          a/B.class=1 a/C.class=23                                     | false
          a/B.class=1 a/C.class=222                                    | false
          a/B.class=1                                                  | false
          a/B.class=1 a/C.class=22 table=1                             | false
          META-INF/MANIFEST.MF=Class-Path:x a/B.class=1 a/C.class=22   | false
          """)
  void knowsSameFiles(String entries, boolean isSame) throws Exception {
    String[] named = entries.replace("Class-Path:x", "Class-Path:\u0020x\n").split(" (?!x)");
    String path = jar("base.jar", named);
    assertThat(base(path, "a.B").isSame()).isEqualTo(isSame);
    boolean isElsewhere = entries.contains("Class-Path"); // equal manifests prove nothing
    head = path;
    assertThat(base(jar("other.jar", named), "a.B").isSame()).isEqualTo(!isElsewhere);
    assertThat(base(path + File.pathSeparator + path, "a.B").isSame()).isFalse();
  }

  @Test
  void knowsSameFilesOfFolders() throws Exception {
    Path one = Files.createDirectory(folder.resolve("one"));
    Path other = Files.createDirectory(folder.resolve("other"));
    for (Path each : List.of(one, other)) {
      Files.writeString(Files.createDirectory(each.resolve("a")).resolve("B.class"), "1");
    }
    head = one.toString();
    assertThat(base(other.toString(), "a.B").isSame()).isTrue();
    Files.writeString(other.resolve("a/B.class"), "2");
    assertThat(base(other.toString(), "a.B").isSame()).isFalse();
  }

  private static Target benchmark(String name, String conditions, String... options) {
    ChildProgram program = new ChildProgram(List.of(), List.of(options), List.of(), "Main", true);
    return new Target(name, "", "", program, List.of(), 1, conditions);
  }

  @Test
  void namesBenchmarksOfOneSideAndOtherConditions() throws Exception {
    String path = jar("base.jar", "a/B.class=9");
    BaseOperations base = base(path, "a.B");
    base.pair(
        List.of(
            benchmark("new", "JMH 1.37"),
            benchmark("same", "JMH 1.37", "-Xbatch"),
            benchmark("other", "JMH 1.37", "-Xbatch", "-XX:-UseSuperWord")),
        List.of(
            benchmark("old", "JMH 1.37"),
            benchmark("same", "JMH 1.37", "-Xbatch"),
            benchmark("other", "JMH 1.36", "-Xbatch")));
    assertThat(base.notes())
        .containsExactly(
            "new is not in " + path + ", and was compared with nothing.",
            "other was counted with other conditions: '-XX:-UseSuperWord JMH 1.37', in the base"
                + " 'JMH 1.36'.",
            "old is in " + path + " only.");
  }

  @Test
  void namesMethodThatTheBaseLacksAndSkipsEqualBase() throws Exception {
    String name = LoudOperation.class.getName();
    List<Target> heads =
        List.of(
            Target.ofName(name, head),
            Target.ofName(name + "#none", head),
            Target.ofName("a.None", head));
    String path = jar("base.jar", "a/B.class=9");
    BaseOperations base = base(path, "a.B", "a.C");
    base.find(heads, Duration.ofSeconds(1));
    assertThat(base.notes())
        .containsExactly(
            name + "#none is not in " + path + ", and was compared with nothing.",
            "a.None is not in " + path + ", and was compared with nothing.");
    List<Target> damaged = List.of(Target.ofName("a.B", head));
    assertThatThrownBy(() -> base.find(damaged, Duration.ofSeconds(1)))
        .isInstanceOf(BadUsage.class)
        .hasMessageMatching("--against '.*base.jar': The class .*");
    Progress none = new Progress(System.err, false, 2);
    assertThat(base.count(heads.get(1), CountPlan.USUAL, none)).isNull();
    BaseOperations same = base(head, "a.B", "a.C");
    same.find(heads, Duration.ofSeconds(1));
    assertThat(same.notes()).containsExactly(head + " has the same files, and was not counted.");
    assertThat(same.count(heads.get(0), CountPlan.USUAL, none)).isNull();
  }
}
