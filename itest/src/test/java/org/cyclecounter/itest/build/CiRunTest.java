// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code .ci/run}, the loop over the steps of a table. */
class CiRunTest {

  private static final String SUITE =
      "suite surefire cp report.xml m/target/surefire-reports/TEST-a.xml";

  @TempDir Path root;
  private Bash bash;

  @BeforeEach
  void makeRepository() throws Exception {
    bash = new Bash(root, ".ci/run");
    bash.write("m/target/surefire-reports/old.xml", "");
    bash.write("report.xml", "<testcase name='a'>\n");
  }

  @Test
  void runsStepsBehindRedOnesAndEndsRed() throws Exception {
    steps(
        "# a comment",
        "always\tgood\ttrue",
        "always\tbad\tfalse",
        "always\tmissing\texit 75",
        "always\tempty\tsuite surefire true",
        "always\ttested\t" + SUITE,
        "always\tlast\tcat; echo standard input has ended");

    Java.Result result = bash.run(".ci/run");

    assertThat(result.status()).isOne();
    assertThat(result.out()).contains("surefire: 0 tests ran", "surefire: 1 tests ran");
    assertThat(result.out()).contains("standard input has ended");
    assertThat(summary(result))
        .containsExactly(
            "green good",
            "RED bad: status 1",
            "left out missing: what it needs of others cannot be had",
            "RED empty: status 1",
            "green tested",
            "green last");
  }

  @Test
  void skippedTestsDoNotCountAsRun() throws Exception {
    bash.write("report.xml", "<testcase name='a'>\n<skipped/>\n");
    steps("always\tskipped\t" + SUITE);

    assertThat(bash.run(".ci/run").out()).contains("surefire: 0 tests ran");
  }

  @Test
  void endsGreenIfNoStepIsRed() throws Exception {
    steps("always\tgood\ttrue", "always\tmissing\texit 75");

    assertThat(bash.run(".ci/run").status()).isZero();
  }

  @Test
  void takesTurnsByTheIdOfHead() throws Exception {
    steps("in turn\tone\techo one ran, round $round", "in turn\ttwo\techo two ran, round $round");
    Set<List<String>> seen = new HashSet<>();
    while (seen.size() < 2) {
      Java.Result result = bash.run(".ci/run");
      assertThat(result.out()).anyMatch(line -> line.matches("(one|two) ran, round [0-9]+"));
      seen.add(summary(result));
      bash.commit();
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            List.of("green one", "left out two: another commit's turn"),
            List.of("left out one: another commit's turn", "green two"));
  }

  @Test
  void runsAllStepsOnRequest() throws Exception {
    steps("in turn\tone\techo one,$round", "in turn\ttwo\techo two,$round");

    assertThat(bash.run("CI_SECONDS=0 .ci/run --all").out()).contains("one,", "two,");
  }

  @Test
  void endsStepThatRunsTooLongAndNamesStepsNotReached() throws Exception {
    steps("always\tendless\tsleep 100000", "always\tlater\ttrue");
    List<String> summary;
    int seconds = 1;
    do { // until the machine is fast enough to begin the first step in time
      Java.Result result = bash.run("CI_SECONDS=" + seconds + " .ci/run");
      assertThat(result.status()).isOne();
      summary = summary(result);
      seconds *= 2;
    } while (summary.get(0).equals("not reached endless"));

    assertThat(summary).containsExactly("too long endless", "not reached later");
  }

  @Test
  void refusesUnknownArgument() throws Exception {
    Java.Result result = bash.run(".ci/run --al");

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).containsExactly(".ci/run: unknown argument '--al'; use --all or none");
  }

  private void steps(String... lines) throws Exception {
    bash.write(".ci/steps", String.join("\n", lines) + "\n");
    bash.commit();
  }

  /** The closing table without its seconds. */
  private static List<String> summary(Java.Result result) {
    int title = -1;
    for (int i = 0; i < result.out().size(); i++) {
      title = result.out().get(i).startsWith("== The steps") ? i : title;
    }
    return result.out().subList(title + 1, result.out().size()).stream()
        .map(line -> line.replaceFirst(" +(\\d+|-) ", " "))
        .toList();
  }
}
