// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.tools.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.cyclecounter.constanttime.Conclusion;
import org.cyclecounter.constanttime.Method;
import org.cyclecounter.constanttime.Place;
import org.cyclecounter.constanttime.SecretReport;
import org.cyclecounter.instructions.CallCount;
import org.cyclecounter.instructions.InstructionCount;
import org.cyclecounter.instructions.LineCount;
import org.cyclecounter.instructions.baseline.BaselineLine;
import org.cyclecounter.instructions.baseline.Difference;
import org.cyclecounter.instructions.baseline.LineChange;
import org.cyclecounter.instructions.baseline.LineChange.Kind;
import org.cyclecounter.instructions.count.Target;
import org.cyclecounter.instructions.stepping.ChildProgram;
import org.cyclecounter.tools.command.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tables of counts and checks that are made up. */
class OperationTablesTest {

  private static final StackTraceElement LINE = new StackTraceElement("a.B", "call", "B.java", 3);
  private static final StackTraceElement STUB = new StackTraceElement("", "copy", null, -2);

  private static final Target TARGET = Target.ofName("a.B", "");

  private static CheckedOperation checked(Conclusion conclusion, Place... places) {
    return new CheckedOperation(
        "a.B",
        new SecretReport(conclusion, List.of(places), Set.of(Method.PATHS), 7, "Java 17; more"));
  }

  private static CountedOperation counted(String problem) {
    List<LineCount> lines = List.of(new LineCount(LINE, 40), new LineCount(STUB, 2));
    InstructionCount count = new InstructionCount(42, 4, 5, "Java 17", lines);
    return new CountedOperation(TARGET, count, problem, null, null);
  }

  @Test
  void placeStandsAboveItsCallers() {
    Place branch = new Place(Place.Kind.BRANCH, List.of(STUB, LINE), Method.PATHS);
    assertThat(checked(Conclusion.DEPENDS, branch).text())
        .containsExactly(
            "Depends on the secret in 1 place: a.B",
            "  BRANCH    PATHS   copy",
            "                      a.B.call(B.java:3)",
            "Not judged: 7",
            "Java 17; more");
    Place time = new Place(Place.Kind.TIME, List.of(), Method.TIMING);
    assertThat(checked(Conclusion.DEPENDS, branch, time).text())
        .contains("Depends on the secret in 2 places: a.B", "  TIME      TIMING");
  }

  @Test
  void conclusionWithoutPlacesIsNamed() {
    assertThat(checked(Conclusion.UNDECIDED).text()).startsWith("Undecided: a.B");
    assertThat(checked(Conclusion.NO_DEPENDENCE_SEEN).text()).startsWith("No dependence seen: a.B");
  }

  /** Green is a check that came to its end and saw nothing. */
  @ParameterizedTest
  @CsvSource({"NO_DEPENDENCE_SEEN, 0", "DEPENDS, 1", "UNDECIDED, 1"})
  void statusIsZeroForNoDependenceSeenAlone(Conclusion conclusion, int status) {
    SecretReport report = new SecretReport(conclusion, List.of(), Set.of(), 0, "Java 17");
    assertThat(ConstantTimeCommand.status(report)).isEqualTo(status);
  }

  @Test
  void countsAreRightUnlessOneFailedOrDiffers() {
    for (CountedOperation wrong : List.of(counted("differs between JVMs"), differing())) {
      StringWriter out = new StringWriter();
      CountedOutput output =
          new CountedOutput(
              new PrintWriter(out),
              new Progress(System.err, false, 2),
              false,
              1,
              new BaselineOptions());
      output.put(wrong);
      assertThat(output.isAllRight()).isFalse();
      output.put(counted(""));
      assertThat(output.isAllRight()).isFalse();
      output.end();
      output.put(counted(""));
      assertThat(out.toString().lines().filter(line -> line.contains(" runs "))).hasSize(2);
      assertThat(out.toString()).contains("Java 17");
    }
  }

  @Test
  void acceptsSeveralMethods() {
    ConstantTimeCommand command = new ConstantTimeCommand();
    new CommandLine(command)
        .parseArgs("--accept=a.B.c", "--accept=a.B.d", "--secret-bytes=1", "a.B");
    assertThat(command.accepted).containsExactly("a.B.c", "a.B.d");
  }

  /** One of ten operations whose first line has nine instructions more than in the baseline. */
  private static CountedOperation differing() {
    List<LineCount> lines = List.of(new LineCount(LINE, 40), new LineCount(STUB, 2));
    Difference difference =
        new Difference(
            33,
            42,
            24,
            12.5,
            List.of(
                new LineChange(new BaselineLine("a.B.call(B.java:3)", 40, ""), 2, 10, Kind.CHANGED),
                new LineChange(
                    new BaselineLine("copy", 2, "00000a 00000b"), -1, -1, Kind.COMPILED)));
    List<CallCount> calls = List.of(new CallCount(1409, 32, 128, List.of()));
    InstructionCount count =
        new InstructionCount(42, 5, 5, "Java 17", lines, List.of(), calls, 12.5);
    ChildProgram program = new ChildProgram(List.of(), List.of(), List.of(), "Main", true);
    Target target = new Target("a.B n=1", "", "", program, List.of(), 10, "");
    return new CountedOperation(target, count, "", 33L, difference);
  }

  @Test
  void differencesAreTableBelowAllCounts() {
    BaselineOptions options = new BaselineOptions();
    options.file = Path.of("counts.txt");
    assertThat(DifferenceTable.of(List.of(counted(""), differing()), options))
        .containsExactly(
            "Differs from counts.txt:",
            "         was          is    change  name",
            "          33          42        +9  a.B n=1",
            "          24        12.5     -11.5    bytes allocated",
            "                               +10    a.B.call(B.java:3) (was 2)",
            "                                -1    copy, unchanged code, compiled otherwise"
                + " (inlining)",
            "Accept with --write.");
    assertThat(DifferenceTable.of(List.of(counted("")), options)).isEmpty();
    options.file = null;
    options.against = "base.jar";
    assertThat(DifferenceTable.of(List.of(differing()), options))
        .startsWith("Differs from base.jar:")
        .doesNotContain("Accept with --write.");
    assertThat(differing().text(0))
        .containsExactly(
            "          42  5 of 5 runs  a.B n=1, 4.2 per operation",
            "        1409  in 32 of 128 calls",
            "        12.5  bytes allocated");
    assertThat(differing().isRight()).isFalse();
  }

  @Test
  void jsonHasTheBaselinesCountAndTheChanges() {
    assertThat(
            CountedOperation.json(
                List.of(
                    differing(), new CountedOperation(TARGET, counted("").count(), "", 42L, null)),
                false))
        .contains(
            "\"operations\":10,\"bytes\":12.5,\"was\":33,\"wasBytes\":24.0,\"difference\":\"a.B n=")
        .contains(
            "has 42 instructions, +9 to the baseline's 33,"
                + " and allocates 12.5 bytes, -11.5 to its 24: a.B.call(B.java:3) (was 2) +10,")
        .contains(
            "\"changes\":[{\"class\":\"a.B\",\"method\":\"call\",\"file\":\"B.java\",\"line\":3,"
                + "\"was\":2,\"change\":10,\"kind\":\"CHANGED\"},{\"class\":\"\",")
        .contains(
            "\"operations\":1,\"bytes\":null,\"was\":42,\"wasBytes\":null,\"difference\":null,\"changes\":[],");
  }

  @Test
  void countHasItsFirstLinesAndTheDifference() {
    assertThat(counted("").text(1))
        .containsExactly("          42  4 of 5 runs  a.B", "            40  a.B.call(B.java:3)");
    assertThat(counted("+1 to the baseline's 41").text(9))
        .endsWith("             2  copy", "  +1 to the baseline's 41");
    assertThat(new CountedOperation(TARGET, null, "It failed.", null, null).text(9))
        .isEmpty(); // it is on the error stream
  }

  @Test
  void jsonHasNullForWhatIsNotKnown() {
    SecretReport report =
        new SecretReport(Conclusion.UNDECIDED, List.of(), Set.of(), Long.MAX_VALUE, "Java 17");
    assertThat(new CheckedOperation("a.B", report).text()).contains("Not judged: all");
    assertThat(new CheckedOperation("a.B", report).json()).contains("\"notJudged\":null,");
    Place branch = new Place(Place.Kind.BRANCH, List.of(STUB), Method.PATHS);
    assertThat(checked(Conclusion.DEPENDS, branch).json())
        .startsWith("{\"schema\":\"constant-time-1\",")
        .contains("\"conclusion\":\"DEPENDS\",\"methods\":[\"PATHS\"],\"notJudged\":7,")
        .contains("{\"class\":\"\",\"method\":\"copy\",\"file\":null,\"line\":null}");
    assertThat(CountedOperation.json(List.of(counted("differs"), counted("")), true))
        .contains("\"difference\":\"differs\",\"changes\":[],\"failure\":null,")
        .contains("\"lines\":[{\"class\":\"a.B\",")
        .contains("\"difference\":null,", "],\"interrupted\":true");
    CountedOperation failed = new CountedOperation(TARGET, null, "It failed.", null, null);
    assertThat(CountedOperation.json(List.of(failed), false))
        .contains("\"instructions\":null,", "\"failure\":\"It failed.\",")
        .contains("\"bytes\":null,\"was\":null,\"wasBytes\":null,\"difference\":null,")
        .contains("\"lines\":[]");
  }
}
