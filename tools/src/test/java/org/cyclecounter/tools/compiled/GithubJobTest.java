// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.baseline.BaselineLine;
import org.cyclecounter.instructions.baseline.Difference;
import org.cyclecounter.instructions.baseline.LineChange;
import org.cyclecounter.instructions.baseline.LineChange.Kind;
import org.cyclecounter.instructions.count.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Summaries and errors of counts that are made up. */
class GithubJobTest {

  private static final Map<String, String> JOB = Map.of("GITHUB_ACTIONS", "true");

  @TempDir Path folder;

  private static LineChange change(String line, long change, Kind kind) {
    return new LineChange(new BaselineLine(line, 9, "00000a 00000b"), -1, change, kind);
  }

  private static CountedOperation counted(String name, long was, long is, LineChange... changes) {
    return new CountedOperation(
        Target.ofName(name, ""),
        new InstructionCount(is, 5, 5, "Java 17", List.of()),
        "",
        was,
        changes.length == 0
            ? null
            : new Difference(was, is, is == was ? Double.NaN : 24, 32.5, List.of(changes)));
  }

  private void write(String source) throws Exception {
    Files.createDirectories(folder.resolve(source).getParent());
    Files.createFile(folder.resolve(source));
  }

  private List<String> errors(String name, LineChange... changes) {
    return new GithubJob(JOB, folder).errors(List.of(counted(name, 10, 12, changes)));
  }

  @ParameterizedTest
  @CsvSource({
    "src/main/java/a/B.java, true",
    "mod/deep/src/jmh/groovy/a/B.java, true",
    "src/test/scala/a/B.java, true",
    "src/it/java/a/B.java, false",
    "src/main/java/B.java, false",
    "target/copy/src/main/java/a/B.java, false",
    ".hidden/src/main/java/a/B.java, false",
    "base/src/main/java/a/B.java, false",
  })
  void namesSourceInFoldersOfSources(String source, boolean isFound) throws Exception {
    write(source);
    Files.createDirectories(folder.resolve("base/.git"));
    List<String> errors = errors("a.B", change("a.B.call(B.java:3)", 2, Kind.ADDED));
    assertThat(errors)
        .isEqualTo(
            isFound
                ? List.of(
                    "::error file="
                        + source
                        + ",line=3,title=a.B::+2 instructions, added; 12 in all, 10 before")
                : List.of());
  }

  @Test
  void prefersSourceThatIsLessDeep() throws Exception {
    write("a/copy/src/main/java/a/B.java");
    write("src/main/java/a/B.java");
    assertThat(errors("a.B", change("a.B.call(B.java:3)", 2, Kind.CHANGED)))
        .singleElement()
        .asString()
        .startsWith("::error file=src/main/java/a/B.java,");
  }

  @Test
  void escapesWhatWouldEndTextOrProperty() throws Exception {
    write("x,y/src/main/java/a/B%.java");
    assertThat(errors("a.B n=1,2: 5 %\r\n", change("a.B.call(B%.java:3)", 2, Kind.CHANGED)))
        .containsExactly(
            "::error file=x%2Cy/src/main/java/a/B%25.java,line=3,title=a.B n=1%2C2%3A 5 %25%0D%0A"
                + "::+2 instructions; 12 in all, 10 before");
  }

  @Test
  void marksEachChangedLineOnceAndOthersOfItsMethodOnlyWithoutOne() throws Exception {
    write("src/main/java/a/B.java");
    LineChange gone = change("a.B.call(B.java:2)", -4, Kind.REMOVED);
    LineChange near = change("a.B.call(B.java:5)", 1, Kind.METHOD_CHANGED);
    LineChange own = change("a.B.call(B.java:3)", 2, Kind.ADDED);
    LineChange stub = change("copy", 2, Kind.COMPILED);
    LineChange unnumbered = change("a.B.call(B.java)", 2, Kind.ADDED);
    List<CountedOperation> all =
        List.of(
            counted("one", 10, 12, own, near, gone, stub, unnumbered),
            counted("two", 10, 12, own),
            counted("three", 10, 10),
            counted("four", 10, 7, gone, near));
    assertThat(new GithubJob(JOB, folder).errors(all))
        .extracting(error -> error.replaceAll(".*(line=.*)::.*", "$1"))
        .containsExactly("line=3,title=one", "line=5,title=four");
    assertThat(new GithubJob(Map.of(), folder).errors(all)).isEmpty();
  }

  @Test
  void namesNoTotalOfCommonestCallForLineOfOthers() throws Exception {
    write("src/main/java/a/B.java");
    LineChange flush = change("a.B.flush(B.java:9)", 36, Kind.ADDED);
    assertThat(new GithubJob(JOB, folder).errors(List.of(counted("a.B", 10, 10, flush))))
        .singleElement()
        .asString()
        .endsWith("::+36 instructions, added, in some calls");
  }

  @Test
  void appendsToSummaryOfStep() throws Exception {
    GithubJob job = new GithubJob(Map.of("GITHUB_STEP_SUMMARY", "summary.md"), folder);
    assertThat(job.summarize(List.of("one"))).isEmpty();
    assertThat(job.summarize(List.of("two"))).isEmpty();
    assertThat(folder.resolve("summary.md")).hasContent("one\ntwo\n");
    assertThat(new GithubJob(Map.of(), folder).summarize(List.of("x"))).isEmpty();
    assertThat(
            new GithubJob(Map.of("GITHUB_STEP_SUMMARY", "no/such/file"), folder)
                .summarize(List.of("x")))
        .startsWith("The summary GITHUB_STEP_SUMMARY cannot be written: ");
  }

  @Test
  void summaryHasTableOfUnequalCountsThenTheirLines() {
    CountedOperation failed =
        new CountedOperation(Target.ofName("bad", ""), null, "It | failed.", null, null);
    LineChange added = change("a.B.<init>(B.java:3)", 2, Kind.ADDED);
    LineChange[] many = {added, added, added, added, added, added};
    assertThat(
            CountSummary.of(
                List.of(
                    counted("a_b", 10, 12, many),
                    counted("same", 5, 5),
                    counted("near", 100, 101),
                    failed),
                "base.jar",
                List.of("a note")))
        .containsSubsequence(
            "### Instructions, against base.jar",
            "| name | was | is | change |",
            "| a\\_b | 10 | 12 | +2 (+20.00 %) |",
            "| bytes allocated | 24 | 32.5 | +8.5 |",
            "| near | 100 | 101 | +1 (+1.00 %) |",
            "| bad |  |  | It \\| failed. |",
            "Equal: 1 of 4.",
            "a\\_b:",
            "- +2 a.B.\\<init\\>(B.java:3), added",
            "- and 1 more",
            "- a note",
            "Java 17");
    assertThat(CountSummary.of(List.of(counted("same", 5, 5)), "", List.of()))
        .containsExactly("### Instructions", "", "", "Java 17");
  }
}
