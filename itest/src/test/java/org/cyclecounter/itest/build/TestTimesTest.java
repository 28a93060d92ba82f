// SPDX-License-Identifier: Apache-2.0
package org.cyclecounter.itest.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.cyclecounter.itest.Java;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code build/test-times/check}, which compares times of tests with budgets. */
class TestTimesTest {

  @TempDir Path root;
  private Bash bash;

  @BeforeEach
  void makeRepository() throws Exception {
    bash = new Bash(root, "build/test-times/check");
    budget("a", "12.5");
    budget("b", "1");
    bash.commit();
    times("a", "2", "3000\t\tx.ATest#slow", "9000\tgate\tx.ATest#tagged");
    times("b", "2", "900\t\tx.BTest#quick");
  }

  @Test
  void isGreenWithinBudgets() throws Exception {
    Java.Result result = check();

    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out())
        .contains("    12.0     12.5  a", "     0.9      1.0  b", "    12.9     13.5  all");
  }

  @Test
  void namesModuleAboveItsBudgetAndItsFiveDearestCases() throws Exception {
    times(
        "b",
        "3",
        "10\t\tx.BTest#a",
        "900\t\tx.BTest#b",
        "200\t\tx.BTest#c",
        "100\t\tx.BTest#d",
        "150\t\tx.BTest#e",
        "300\t\tx.BTest#f");

    Java.Result result = check();

    assertThat(result.status()).isOne();
    assertThat(result.err())
        .containsExactly(
            "build/test-times/check: b used 1.7 s of processor time; its budget is 1.0 s");
    assertThat(result.out())
        .containsSubsequence(
            "the dearest of b:",
            "       0.90 s  x.BTest#b",
            "       0.30 s  x.BTest#f",
            "       0.10 s  x.BTest#d")
        .noneMatch(line -> line.contains("x.BTest#a"));
  }

  @Test
  void refusesCaseAboveThreeSecondsWithoutTag() throws Exception {
    times("a", "3", "3800\t\tx.ATest#slow");

    assertThat(check().err())
        .containsExactly(
            "build/test-times/check: a: x.ATest#slow took 3.8 s of processor time; 3 s are the most without a tag");
  }

  @Test
  void refusesTestsWithoutBudgetAndBudgetsAboveLimit() throws Exception {
    budget("a", "119.5");
    bash.write("c/pom.xml", "<project/>");
    bash.commit();
    times("c", "1", "5\t\tx.CTest#c");

    assertThat(check().err())
        .containsExactlyInAnyOrder(
            "build/test-times/check: c states no tests.budget in its POM",
            "build/test-times/check: the budgets are 120.5 s together; 120 s are the most");
  }

  private void budget(String module, String seconds) throws Exception {
    bash.write(module + "/pom.xml", "<tests.budget>" + seconds + "</tests.budget>\n");
  }

  private void times(String module, String build, String... lines) throws Exception {
    bash.write(
        module + "/target/test-times/some-" + build + ".tsv", String.join("\n", lines) + "\n");
  }

  private Java.Result check() throws Exception {
    return bash.run("build/test-times/check");
  }
}
